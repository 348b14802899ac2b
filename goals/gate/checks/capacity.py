"""Check 7: the round cap leaves room for one more."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.rounds_started < facts.max_rounds:
        return None
    return Refusal(
        "round-limit", f"Goal reached its configured limit of {facts.max_rounds} rounds.",
        {"rounds_started": facts.rounds_started, "max_rounds": facts.max_rounds},
    )  # fmt: skip
