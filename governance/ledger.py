"""The books' verbs: open, set budget, hold, post, release, correct.

Every verb needs the account locked by the caller (`lock`) and its transaction, appends entries and
moves the balances. None writes an event: the use case records one that covers the entries.
Lock order everywhere: envelope, then account by id, then the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from governance import canonical, clock, open_period, rows
from governance.enums import EntryKind, HoldStatus, UsageState
from governance.errors import Conflict, Exhausted, Invalid, NotFound
from governance.models import Account, CostCentre, Hold, LedgerEntry, Person, Price
from governance.money import ZERO
from governance.transactions import require_transaction


def lock(account_id: int) -> Account:
    """The account, locked until the transaction ends."""
    require_transaction()
    account = rows.fetch(Account, lock=True, id=account_id)
    if account is None:
        raise NotFound("There is no such account.", account=account_id)
    return account


def open_account(
    *, title: str, owner: Person, cost_centre: CostCentre, budget_tokens: int, budget_money: Decimal | None
) -> tuple[Account, LedgerEntry]:
    """A new account with its first budget entry; currency is the cost centre's."""
    require_transaction()
    account = Account.objects.create(
        title=title,
        owner=owner,
        cost_centre=cost_centre,
        currency=cost_centre.currency,
        budget_tokens=0,
        budget_money=None if budget_money is None else ZERO,
        created_at=clock.now(),
    )
    # Read once the row is there: whoever closes a period waits for it, or is seen here.
    account.closed_through = open_period.closed_through()
    return account, set_budget(account, tokens=budget_tokens, money=budget_money)


def set_budget(account: Account, *, tokens: int, money: Decimal | None) -> LedgerEntry:
    """New absolute totals, up or down. Below what is spent and held the account shows the excess as over."""
    if tokens < 0 or (money is not None and money < 0):
        raise Invalid("A budget cannot be negative.", field="budget_tokens" if tokens < 0 else "budget_money")
    account.budget_tokens, account.budget_money = tokens, money
    account.budget_revision += 1
    return _append(account, kind=EntryKind.BUDGET, tokens=tokens, money=money or ZERO)


def hold(account: Account, *, purpose: str, tokens: int, money: Decimal) -> tuple[Hold, LedgerEntry]:
    """Set tokens and money aside. Raises Exhausted, with what is available, if they do not fit."""
    if tokens > account.available_tokens or account.over_tokens:
        raise Exhausted(
            "The token budget has no room for this.",
            code="token-budget",
            asked=tokens,
            available=account.available_tokens,
        )
    if account.available_money is not None and (money > account.available_money or account.over_money):
        raise Exhausted(
            "The money budget has no room for this.",
            code="money-budget",
            asked=money,
            available=account.available_money,
        )
    held = rows.insert(
        Hold(account=account, purpose=purpose, tokens=tokens, money=money, opened_at=clock.now())
    )
    account.held_tokens += tokens
    account.held_money += money
    return held, _append(account, kind=EntryKind.HOLD, tokens=tokens, money=money, hold=held, named=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """What one attempt cost: `bound_*` is what was promised before it left, the rest what came back."""

    reference: str
    tokens: int
    money: Decimal
    bound_tokens: int
    bound_money: Decimal
    price: Price | None
    usage_state: UsageState
    flags: tuple[str, ...] = ()


def post(account: Account, held: Hold, bill: Bill) -> list[LedgerEntry]:
    """Move an attempt's cost from its hold to spent; whatever exceeds its bound is an overrun entry."""
    if held.status != HoldStatus.OPEN:
        raise Conflict("This hold has ended; late usage needs a correction.", code="hold-closed")
    inside_tokens = min(bill.tokens, bill.bound_tokens, held.left_tokens)
    inside_money = min(bill.money, bill.bound_money, held.left_money) if held.money else ZERO
    if account.budget_money is None:
        inside_money = bill.money
    entries = [_post_inside(account, held, bill, inside_tokens, inside_money)]
    excess_tokens, excess_money = bill.tokens - inside_tokens, bill.money - inside_money
    if excess_tokens or excess_money:
        account.spent_tokens += excess_tokens
        account.spent_money += excess_money
        entries.append(
            _append(
                account,
                kind=EntryKind.OVERRUN,
                tokens=excess_tokens,
                money=excess_money,
                hold=held,
                reference=f"{bill.reference}:overrun",
                price=bill.price,
                usage_state=bill.usage_state,
                flags=(*bill.flags, "overrun"),
            )
        )
    return entries


def _post_inside(account: Account, held: Hold, bill: Bill, tokens: int, money: Decimal) -> LedgerEntry:
    capped = account.budget_money is not None
    held.posted_tokens += tokens
    account.held_tokens -= tokens
    account.spent_tokens += tokens
    account.spent_money += money
    if capped:
        held.posted_money += money
        account.held_money -= money
    posted = {"posted_tokens": held.posted_tokens, "posted_money": held.posted_money}
    rows.change(Hold, held.pk, posted)
    return _append(
        account,
        kind=EntryKind.POST,
        tokens=tokens,
        money=money,
        hold=held,
        reference=bill.reference,
        price=bill.price,
        usage_state=bill.usage_state,
        flags=bill.flags,
    )


def release(account: Account, held: Hold, *, keep_tokens: int = 0, keep_money: Decimal = ZERO) -> LedgerEntry:
    """Give back what the hold does not keep; keeping nothing ends it. A hold ends exactly once."""
    if held.status != HoldStatus.OPEN:
        raise Conflict("This hold has already ended.", code="hold-closed")
    tokens, amount = held.left_tokens - keep_tokens, held.left_money - keep_money
    if tokens < 0 or amount < 0:
        raise Invalid("A hold cannot keep more than is left of it.", field="keep_tokens")
    held.released_tokens += tokens
    held.released_money += amount
    if not keep_tokens and not keep_money:
        held.status, held.closed_at = HoldStatus.CLOSED, clock.now()
    changed = ("released_tokens", "released_money", "status", "closed_at")
    rows.change(Hold, held.pk, {name: getattr(held, name) for name in changed})
    account.held_tokens -= tokens
    account.held_money -= amount
    return _append(account, kind=EntryKind.RELEASE, tokens=tokens, money=amount, hold=held, named=False)


def correct(
    account: Account,
    *,
    entry: LedgerEntry,
    tokens: int,
    money: Decimal,
    up: bool,
    reference: str,
    flags: tuple[str, ...] = (),
) -> LedgerEntry:
    """Put an entry right by a new one that names it: up charges, down credits."""
    if tokens < 0 or money < 0:
        raise Invalid("A correction is a positive amount with a direction.", field="tokens")
    sign = 1 if up else -1
    account.spent_tokens += sign * tokens
    account.spent_money += sign * money
    if account.spent_tokens < 0 or account.spent_money < 0:
        raise Invalid("A credit cannot exceed what was spent.", field="tokens")
    kind = EntryKind.CHARGE if up else EntryKind.CREDIT
    return _append(
        account,
        kind=kind,
        tokens=tokens,
        money=money,
        corrects=entry,
        reference=reference,
        price=entry.price,
        usage_state=entry.usage_state,
        flags=flags,
    )


_BALANCES = (
    "budget_tokens", "held_tokens", "spent_tokens", "over_tokens", "budget_revision",
    "budget_money", "held_money", "spent_money", "over_money", "entry_seq", "closed_through",
)  # fmt: skip
LATE_PERIOD = "late-period"
_SPENDING = (EntryKind.POST, EntryKind.OVERRUN, EntryKind.CHARGE, EntryKind.CREDIT)


def _append(
    account: Account,
    *,
    kind: EntryKind,
    tokens: int,
    money: Decimal,
    hold: Hold | None = None,
    corrects: LedgerEntry | None = None,
    reference: str | None = None,
    price: Price | None = None,
    usage_state: str | None = None,
    flags: tuple[str, ...] = (),
    named: bool = True,
) -> LedgerEntry:
    """`named` False: no other row will name the entry, so its id may come later."""
    require_transaction()
    at = clock.now()
    _settle_over(account)
    seen, account.entry_seq = account.entry_seq, account.entry_seq + 1
    balances = {name: getattr(account, name) for name in _BALANCES}
    moved = Conflict("The account moved while it was being changed.", code="account-moved")
    rows.change(Account, account.pk, balances, where={"entry_seq": seen}, lost=moved)
    period, late = _period(account, at, belongs=corrects.period if corrects else _of_hold(hold, at))
    flags = (*flags, LATE_PERIOD) if late and kind in _SPENDING else flags
    entry = LedgerEntry(
        account=account,
        seq=account.entry_seq,
        kind=kind,
        hold=hold,
        corrects=corrects,
        reference=reference,
        tokens=tokens,
        money=money,
        price=price,
        usage_state=usage_state,
        flags=",".join(sorted(set(flags))),
        period=period,
        at=at,
        budget_tokens_after=account.budget_tokens,
        held_tokens_after=account.held_tokens,
        spent_tokens_after=account.spent_tokens,
        budget_money_after=account.budget_money,
        held_money_after=account.held_money,
        spent_money_after=account.spent_money,
    )
    entry.digest = canonical.digest_of(entry_facts(entry))
    return rows.insert(entry) if named else rows.append(entry)


def _of_hold(hold: Hold | None, at: datetime) -> str:
    return clock.period_of(hold.opened_at if hold else at)


def _period(account: Account, at: datetime, *, belongs: str) -> tuple[str, bool]:
    """The period an entry is posted to, and whether the one it belongs to was closed before it came.

    No query: the locked account says what is closed.
    """
    period, closed = clock.period_of(at), account.closed_through
    return (period if period > closed else clock.period_after(closed)), belongs <= closed


def _settle_over(account: Account) -> None:
    account.over_tokens = max(0, account.spent_tokens + account.held_tokens - account.budget_tokens)
    if account.budget_money is not None:
        account.over_money = max(ZERO, account.spent_money + account.held_money - account.budget_money)
    else:
        account.over_money = ZERO


def entry_facts(entry: LedgerEntry) -> dict[str, object]:
    """Everything an entry says, for its digest. Adding a column means a new key here."""
    return {
        "account": entry.account_id, "seq": entry.seq, "kind": str(entry.kind), "hold": entry.hold_id,
        "corrects": entry.corrects_id, "reference": entry.reference, "tokens": entry.tokens,
        "money": entry.money, "price": entry.price_id, "usage_state": entry.usage_state and str(entry.usage_state),
        "flags": entry.flags, "period": entry.period, "at": entry.at,
        "after": [entry.budget_tokens_after, entry.held_tokens_after, entry.spent_tokens_after,
                  entry.budget_money_after, entry.held_money_after, entry.spent_money_after],
    }  # fmt: skip


def covers(entries: list[LedgerEntry]) -> list[str]:
    """How an event names the entries it vouches for."""
    return [f"entry:{entry.account_id}.{entry.seq}:{entry.digest}" for entry in entries]
