"""From a wish to a signed goal: ask, decide, change, narrow, revoke. Outermost verbs for every door."""

from goals.approvals.asking import ask_change, ask_goal, resubmit
from goals.approvals.deciding import decline, send_back, sign, withdraw
from goals.approvals.narrowing import narrow
from goals.approvals.revoking import revoke

__all__ = [
    "ask_change",
    "ask_goal",
    "decline",
    "narrow",
    "resubmit",
    "revoke",
    "send_back",
    "sign",
    "withdraw",
]
