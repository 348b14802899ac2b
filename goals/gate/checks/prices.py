"""Check 9: under a money cap, every allowed model has a price."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.budget_money is None or not facts.unpriced:
        return None
    names = ", ".join(facts.unpriced)
    return Refusal(
        "model-unpriced", f"There is no price in force for {names}, and an unpriced model is never free.",
        {"unpriced": list(facts.unpriced)},
    )  # fmt: skip
