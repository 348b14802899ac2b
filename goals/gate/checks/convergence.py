"""Check 8: the goal's strategy sees no reason to stop."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    return facts.strategy_says
