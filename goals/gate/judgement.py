"""The judgement: facts in, answer out. Pure; the first check that fails is the answer."""

from __future__ import annotations

from decimal import Decimal

from goals.gate.answer import Answer, Refusal
from goals.gate.checks import FOR_ROUNDS_ONLY, ORDER
from goals.gate.facts import Facts
from governance.money import ZERO


def judge(facts: Facts) -> Answer:
    """Admit with the allowance to hold, or refuse with the first failing check and its numbers."""
    passed: list[str] = []
    for name, check in ORDER:
        if facts.kind == "human" and name in FOR_ROUNDS_ONLY:
            continue
        refusal = check(facts)
        if refusal:
            return _refused(facts, refusal, tuple(passed))
        passed.append(name)
    return _admitted(facts, tuple(passed))


def allowance(facts: Facts) -> tuple[int, Decimal]:
    """What an admission holds: the smaller of the per-round limit and what is available, in both units."""
    tokens = facts.available_tokens
    if facts.per_round_tokens is not None:
        tokens = min(tokens, facts.per_round_tokens)
    amount = facts.available_money
    if amount is None:
        return tokens, ZERO
    return tokens, amount if facts.per_round_money is None else min(amount, facts.per_round_money)


def _admitted(facts: Facts, passed: tuple[str, ...]) -> Answer:
    tokens, amount = allowance(facts)
    what = f"Round {facts.next_number} of {facts.max_rounds}" if facts.kind == "round" else "The turn"
    committed = f"{tokens:,} tokens"
    if facts.budget_money is not None:
        committed += f" and {facts.currency} {amount:.2f}"
    return Answer(
        admitted=True,
        number=facts.next_number if facts.kind == "round" else None,
        code="admitted",
        sentence=f"{what} is admitted after all {len(passed)} checks passed; {committed} committed.",
        numbers={"available_tokens": facts.available_tokens, "available_money": facts.available_money,
                 "rounds_started": facts.rounds_started, "max_rounds": facts.max_rounds},
        passed=passed,
        hold_tokens=tokens,
        hold_money=amount,
    )  # fmt: skip


def _refused(facts: Facts, refusal: Refusal, passed: tuple[str, ...]) -> Answer:
    return Answer(
        admitted=False,
        number=facts.next_number if facts.kind == "round" else None,
        code=refusal.code,
        sentence=refusal.sentence,
        numbers=refusal.numbers,
        passed=passed,
    )
