"""What people can answer when a goal was stopped or asks something. One file per answer, registered by cause."""

from __future__ import annotations

from goals.answers.accept import Accept
from goals.answers.close import Close
from goals.answers.raise_and_resume import RaiseAndResume
from goals.answers.reject import Reject
from goals.answers.resume import Resume
from goals.answers.settle import Settle
from goals.enums import BlockCode
from governance import escalations

STOPS = (
    BlockCode.ROUND_LIMIT, BlockCode.TOKEN_BUDGET, BlockCode.MONEY_BUDGET, BlockCode.AUTHORISATION_LAPSED,
    BlockCode.ROUND_FAILED, BlockCode.USAGE_OVERRUN, BlockCode.CONTEXT_LIMIT, BlockCode.COMPLETION_REJECTED,
    BlockCode.MODEL_REPORTED, "model-unpriced", "envelope",
)  # fmt: skip


def register_all() -> None:
    """Tell governance which answers each cause has, in the order in which they are offered."""
    for cause in STOPS:
        escalations.register(str(cause), Resume(), RaiseAndResume(), Close())
    escalations.register("completion-claimed", Accept(), Reject(), policy=False)
    escalations.register("uncertain", Settle(), policy=False, owner_first=False)
