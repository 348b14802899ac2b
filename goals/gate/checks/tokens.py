"""Check 10: the tokens still available carry at least the round's first request and a useful answer."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    allowance = facts.available_tokens
    if facts.per_round_tokens is not None:
        allowance = min(allowance, facts.per_round_tokens)
    if allowance >= facts.floor_tokens and not facts.over_tokens:
        return None
    return Refusal(
        "token-budget",
        f"A round needs at least {facts.floor_tokens:,} tokens; {allowance:,} of {facts.budget_tokens:,} "
        f"may be committed.",
        {"needed": facts.floor_tokens, "available": facts.available_tokens, "allowance": allowance,
         "budget": facts.budget_tokens, "spent": facts.spent_tokens, "committed": facts.held_tokens,
         "over": facts.over_tokens},
    )  # fmt: skip
