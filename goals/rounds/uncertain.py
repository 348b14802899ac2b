"""A person settles an uncertain execution: what to post for the call whose answer nobody saw."""

from __future__ import annotations

from decimal import Decimal

from goals import authority
from goals.agent.endings import Ending
from goals.models import Attempt, Execution
from goals.rounds import settlement, totals
from governance import audit, clock, ledger, wording
from governance.actors import Acting
from governance.enums import UsageState
from governance.errors import Conflict, Invalid
from governance.money import ZERO
from governance.transactions import outermost, require_transaction


def settle(
    *, acting: Acting, execution_id: int, tokens: int, money: Decimal | None, reason: str
) -> Execution:
    """Post between 0 and what is still held, release the rest, end the execution as failed.

    Raises Conflict `not-uncertain`, Invalid outside the bound, Forbidden without the authority and for the owner.
    """
    with outermost():
        execution = settlement.locked(execution_id)
        return settle_locked(acting=acting, execution=execution, tokens=tokens, money=money, reason=reason)


def settle_locked(
    *, acting: Acting, execution: Execution, tokens: int, money: Decimal | None, reason: str
) -> Execution:
    """As `settle`, on a locked execution inside the caller's transaction."""
    require_transaction()
    _check(acting, execution, reason)
    open_attempts = list(execution.attempts.select_related("step__turn", "price").filter(state="uncertain"))
    bound = sum(attempt.bound_tokens for attempt in open_attempts)
    amount = _amount(open_attempts, tokens, bound, money)
    if not 0 <= tokens <= bound:
        raise Invalid(f"Give a whole number from 0 to {bound:,}.", field="tokens", bound=bound)
    ceiling = sum((attempt.bound_money for attempt in open_attempts), ZERO)
    if not ZERO <= amount <= ceiling:
        raise Invalid(f"Give an amount from 0 to {ceiling:.4f}.", field="money", bound=ceiling)
    for attempt in open_attempts:
        tokens, amount = _post(acting, execution, attempt, tokens, amount, reason)
    return settlement.finish(
        execution,
        Ending(
            state="failed",
            outcome="uncertain-settled",
            sentence=f"{acting.name} settled the lost call: {reason}",
        ),
        acting=acting,
    )


def _check(acting: Acting, execution: Execution, reason: str) -> None:
    authority.require_settler(acting, execution.goal)
    if not reason.strip():
        raise Invalid("A decision needs a reason.", field="reason")
    if execution.state != Execution.State.UNCERTAIN:
        raise Conflict(
            "This execution is not uncertain any more.", code="not-uncertain", state=execution.state
        )


def _amount(attempts: list[Attempt], tokens: int, bound: int, money: Decimal | None) -> Decimal:
    """The stated amount, or the share of the bound that the stated tokens are, rounded up."""
    if money is not None:
        return money
    ceiling = sum((attempt.bound_money for attempt in attempts), ZERO)
    if not bound:
        return ZERO
    share = ceiling * tokens / bound
    return min(ceiling, share.quantize(Decimal("0.0001"), rounding="ROUND_UP"))


def _post(
    acting: Acting, execution: Execution, attempt: Attempt, tokens: int, amount: Decimal, reason: str
) -> tuple[int, Decimal]:
    part, part_money = min(tokens, attempt.bound_tokens), min(amount, attempt.bound_money)
    account = execution.goal.account
    entries = ledger.post(
        account, execution.hold,
        ledger.Bill(reference=f"attempt:{attempt.pk}", tokens=part, money=part_money,
                    bound_tokens=attempt.bound_tokens, bound_money=attempt.bound_money, price=attempt.price,
                    usage_state=UsageState.UNKNOWN, flags=("settled-by-person",)),
    )  # fmt: skip
    attempt.state, attempt.usage_state, attempt.flags = "settled", UsageState.UNKNOWN, "settled-by-person"
    attempt.tokens, attempt.money, attempt.entry, attempt.ended_at = part, part_money, entries[0], clock.now()
    attempt.save()
    totals.add(execution, attempt, {"tokens": part, "money": part_money})
    audit.record(
        acting=acting, on=account, action="attempt.settled",
        sentence=f"{acting.name} posted {part:,} tokens and {account.currency} {part_money:.4f} for a call whose "
        f"answer was lost because “{wording.unclosed(reason)}”.",
        facts={"attempt": str(attempt.pk), "tokens": part, "money": part_money, "reason": reason},
        covers=ledger.covers(entries),
    )  # fmt: skip
    return tokens - part, amount - part_money
