"""Check 11: likewise in money, where there is a money cap."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    allowance = facts.available_money
    if allowance is None:
        return None
    if facts.per_round_money is not None:
        allowance = min(allowance, facts.per_round_money)
    if allowance >= facts.floor_money and not facts.over_money:
        return None
    return Refusal(
        "money-budget",
        f"A round needs at least {facts.currency} {facts.floor_money:.4f}; {facts.currency} {allowance:.4f} of "
        f"{facts.currency} {facts.budget_money:.2f} may be committed.",
        {"needed": facts.floor_money, "available": facts.available_money, "allowance": allowance,
         "budget": facts.budget_money, "spent": facts.spent_money, "committed": facts.held_money,
         "over": facts.over_money, "currency": facts.currency},
    )  # fmt: skip
