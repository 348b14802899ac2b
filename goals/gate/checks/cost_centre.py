"""Check 12: the cost centre has not suspended this goal's account."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if not facts.suspended:
        return None
    return Refusal("envelope", "The cost centre has suspended spending on this goal.", {})
