"""Posting an attempt: ledger, the attempt row, the counters above it, and its one event."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from goals.agent.usage import UsageReading
from goals.models import Attempt, Execution
from goals.rounds import totals
from goals.rounds.bills import Counted, count
from governance import audit, clock, ledger, prices, rows
from governance.actors import COUNTERSIGN
from governance.models import Account, LedgerEntry, Price
from governance.money import ZERO
from governance.notifications import thresholds
from governance.transactions import require_transaction

if TYPE_CHECKING:
    from goals.rounds.attempts import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What was posted: tokens and money, how it was counted, what exceeded the bound."""

    tokens: int
    money: Decimal
    counted: Counted
    over_tokens: int
    over_money: Decimal
    other_model: bool


def post(account: Account, execution: Execution, attempt: Attempt, outcome: Outcome, *, late: bool) -> Posted:
    """Post one attempt exactly once. A second record of the same attempt changes nothing."""
    require_transaction()
    if attempt.entry_id:
        return _again(account, execution, attempt, outcome)
    counted = count(outcome.reading, bound_tokens=attempt.bound_tokens, sent=outcome.sent)
    other = bool(outcome.returned_model) and outcome.returned_model != attempt.model
    price = _price(account, attempt, outcome)
    amount = _cost(price, outcome.reading, counted, attempt, account)
    flags = (*counted.flags, *_marks(account, price, late=late))
    bill = ledger.Bill(
        reference=f"attempt:{attempt.pk}", tokens=counted.tokens, money=amount, bound_tokens=attempt.bound_tokens,
        bound_money=attempt.bound_money, price=price, usage_state=counted.state, flags=flags,
    )  # fmt: skip
    before = thresholds.reached(account)
    entries = ledger.post(account, execution.hold, bill)
    over = [entry for entry in entries if entry.kind == "overrun"]
    _write(attempt, outcome, counted, amount, flags, entries[0], late=late)
    _count_up(execution, attempt, outcome.reading, counted.tokens, amount)
    posted = Posted(
        tokens=counted.tokens, money=amount, counted=counted, over_tokens=sum(e.tokens for e in over),
        over_money=sum((e.money for e in over), ZERO), other_model=other,
    )  # fmt: skip
    _record_event(account, execution, attempt, posted, entries, late=late)
    thresholds.tell(account, before)
    return posted


def _again(account: Account, execution: Execution, attempt: Attempt, outcome: Outcome) -> Posted:
    """The answer of a worker that was given up. If a person has settled it meanwhile, correct the books."""
    counted = count(outcome.reading, bound_tokens=attempt.bound_tokens, sent=outcome.sent)
    if attempt.state == Attempt.State.SETTLED and counted.exact:
        amount = _cost(attempt.price, outcome.reading, counted, attempt, account)
        correct(account, execution, attempt, tokens=counted.tokens, amount=amount, why="late usage")
    return Posted(
        tokens=attempt.tokens, money=attempt.money, counted=counted, over_tokens=0, over_money=ZERO,
        other_model=False,
    )  # fmt: skip


def correct(
    account: Account, execution: Execution, attempt: Attempt, *, tokens: int, amount: Decimal, why: str
) -> list[LedgerEntry]:
    """Put a posted attempt right by correcting entries, so that it stands at these totals. One event."""
    difference_tokens, difference_money = tokens - attempt.tokens, amount - attempt.money
    entries = put_right(account, execution, attempt, tokens=tokens, amount=amount, flags=("late",))
    if not entries:
        return []
    audit.record(
        acting=COUNTERSIGN, on=account, action="spend.corrected",
        sentence=f"Countersign corrected an attempt of {_name(execution)} for {why}: it stands at {tokens:,} tokens "
        f"and {account.currency} {amount:.4f}.",
        facts={"attempt": str(attempt.pk), "tokens": difference_tokens, "money": difference_money, "why": why},
        covers=ledger.covers(entries), effect_tokens=-difference_tokens, effect_money=-difference_money,
    )  # fmt: skip
    return entries


def put_right(
    account: Account,
    execution: Execution,
    attempt: Attempt,
    *,
    tokens: int,
    amount: Decimal,
    flags: tuple[str, ...],
) -> list[LedgerEntry]:
    """The entries and counters of a correction, without its event: that is the use case's. The account is locked."""
    require_transaction()
    assert attempt.entry is not None
    difference_tokens, difference_money = tokens - attempt.tokens, amount - attempt.money
    entries = []
    for up in (True, False):
        sign = 1 if up else -1
        part_tokens, part_money = max(0, sign * difference_tokens), max(ZERO, sign * difference_money)
        if part_tokens or part_money:
            entries.append(
                ledger.correct(
                    account,
                    entry=attempt.entry,
                    tokens=part_tokens,
                    money=part_money,
                    up=up,
                    reference=f"attempt:{attempt.pk}:{'charge' if up else 'credit'}:{account.entry_seq + 1}",
                    flags=flags,
                )
            )
    if entries:
        attempt.tokens, attempt.money = tokens, amount
        attempt.save(update_fields=["tokens", "money"])
        change: dict[str, int | Decimal] = {"tokens": difference_tokens, "money": difference_money}
        totals.add(execution, attempt, change, attempts=0)
    return entries


def _price(account: Account, attempt: Attempt, outcome: Outcome) -> Price | None:
    if outcome.returned_model and outcome.returned_model != attempt.model:
        ran = prices.price_for(outcome.returned_model, currency=account.currency, at=attempt.started_at)
        return ran or attempt.price
    return attempt.price


def _cost(
    price: Price | None, reading: UsageReading | None, counted: Counted, attempt: Attempt, account: Account
) -> Decimal:
    if not counted.tokens or price is None:
        return ZERO if not counted.tokens or account.budget_money is None else attempt.bound_money
    if reading is not None and counted.exact:
        return prices.cost(price, reading)
    known = prices.cost(price, reading) if reading is not None else ZERO
    return max(known, attempt.bound_money)


def _marks(account: Account, price: Price | None, *, late: bool) -> tuple[str, ...]:
    marks = ("late",) if late else ()
    return marks if price is not None else (*marks, "unpriced")


def _write(
    attempt: Attempt, outcome: Outcome, counted: Counted, amount: Decimal, flags: tuple[str, ...],
    entry: LedgerEntry, *, late: bool,
) -> None:  # fmt: skip
    reading = outcome.reading
    for name in _COUNTS:
        setattr(attempt, name, getattr(reading, name) if reading else None)
    attempt.state = Attempt.State.RECORDED
    attempt.returned_model, attempt.finish_reason = outcome.returned_model[:120], outcome.finish_reason[:30]
    attempt.usage_state, attempt.flags = counted.state, ",".join(sorted(set(flags)))[:200]
    attempt.raw_usage, attempt.error = outcome.raw_usage, outcome.error
    attempt.tokens, attempt.money, attempt.entry, attempt.late = counted.tokens, amount, entry, late
    attempt.ended_at = clock.now()
    rows.change(Attempt, attempt.pk, {name: getattr(attempt, name) for name in _WRITTEN})


_WRITTEN = (
    "input_tokens", "cached_input_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens", "state",
    "returned_model", "finish_reason", "usage_state", "flags", "raw_usage", "error", "tokens", "money", "entry_id",
    "late", "ended_at",
)  # fmt: skip
_COUNTS = ("input_tokens", "cached_input_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens")


def _count_up(
    execution: Execution, attempt: Attempt, reading: UsageReading | None, tokens: int, amount: Decimal
) -> None:
    counts = {name: (getattr(reading, name) or 0) if reading else 0 for name in _COUNTS}
    totals.add(execution, attempt, {**counts, "tokens": tokens, "money": amount})


def _record_event(
    account: Account,
    execution: Execution,
    attempt: Attempt,
    posted: Posted,
    entries: list[LedgerEntry],
    *,
    late: bool,
) -> None:
    doubt = {"reported": "", "estimated": ", estimated", "unknown": ", unknown, full bound counted"}
    how = doubt[posted.counted.state] + (", late" if late else "")
    over = f" {posted.over_tokens:,} tokens exceed what was allowed." if posted.over_tokens else ""
    audit.record(
        acting=COUNTERSIGN, on=account, action="attempt.posted",
        sentence=f"Countersign posted a call of {_name(execution)} at {posted.tokens:,} tokens and "
        f"{account.currency} {posted.money:.4f}{how}.{over}",
        facts={"attempt": str(attempt.pk), "execution": execution.pk, "model": attempt.model,
               "returned_model": attempt.returned_model, "usage_state": str(posted.counted.state),
               "flags": attempt.flags, "tokens": posted.tokens, "money": posted.money, "late": late,
               "error": attempt.error, "fence": attempt.fence},
        covers=ledger.covers(entries),
        effect_tokens=-posted.over_tokens, effect_money=-posted.over_money,
    )  # fmt: skip


def _name(execution: Execution) -> str:
    return f"round {execution.number}" if execution.number else "a person's turn"
