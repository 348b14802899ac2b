"""Check 3: the goal is active."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.phase == "active":
        return None
    why = f": {facts.blocked_message}" if facts.blocked_message else ""
    return Refusal(
        "goal-not-active", f"The goal is {facts.phase}{why.rstrip('.')}.",
        {"phase": facts.phase, "blocked_code": facts.blocked_code, "blocked_message": facts.blocked_message,
         "escalation": facts.escalation},
    )  # fmt: skip
