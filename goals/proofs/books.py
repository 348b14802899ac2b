"""What must hold of the books, read from the committed rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from django.db.models import Sum

from goals.models import Attempt
from governance.enums import EntryKind, HoldStatus
from governance.models import Account, Event, Hold, LedgerEntry
from governance.money import ZERO

MAY_EXCEED = frozenset({EntryKind.OVERRUN, EntryKind.BUDGET, EntryKind.CHARGE})


def within_budget() -> Iterator[str]:
    """spent + held never exceeds budget, but for exactly the recorded excess."""
    for account in Account.objects.iterator():
        over = max(0, account.spent_tokens + account.held_tokens - account.budget_tokens)
        if over != account.over_tokens:
            yield f"{account.ref}: {over} tokens over, {account.over_tokens} recorded"
        if account.budget_money is None:
            continue
        over_money = max(ZERO, account.spent_money + account.held_money - account.budget_money)
        if over_money != account.over_money:
            yield f"{account.ref}: {over_money} over, {account.over_money} recorded"


def within_budget_at_every_entry() -> Iterator[str]:
    """At no committed instant did anything but an overrun, a lowered budget or a charge widen an excess."""
    before: dict[int, tuple[int, Decimal]] = {}
    for entry in LedgerEntry.objects.order_by("account_id", "seq").iterator():
        tokens = max(0, entry.spent_tokens_after + entry.held_tokens_after - entry.budget_tokens_after)
        amount = ZERO
        if entry.budget_money_after is not None:
            amount = max(ZERO, entry.spent_money_after + entry.held_money_after - entry.budget_money_after)
        last_tokens, last_amount = before.get(entry.account_id, (0, ZERO))
        if entry.kind not in MAY_EXCEED and (tokens > last_tokens or amount > last_amount):
            yield f"account {entry.account_id} entry {entry.seq} ({entry.kind}) exceeds the budget by {tokens} tokens"
        before[entry.account_id] = (tokens, amount)


def account_equals_its_entries() -> Iterator[str]:
    """The account's spent is the sum of its entries, and of its attempts; sequence without a gap."""
    for account in Account.objects.iterator():
        by_kind = {
            row["kind"]: (row["tokens"], row["money"])
            for row in account.entries.values("kind").annotate(tokens=Sum("tokens"), money=Sum("money"))
        }
        spent = sum(by_kind.get(kind, (0, ZERO))[0] for kind in ("post", "overrun", "charge"))
        spent -= by_kind.get("credit", (0, ZERO))[0]
        if spent != account.spent_tokens:
            yield f"{account.ref}: entries add up to {spent} tokens, the account says {account.spent_tokens}"
        attempts = Attempt.objects.filter(execution__goal__account=account).aggregate(
            tokens=Sum("tokens"), money=Sum("money")
        )
        if (attempts["tokens"] or 0) != account.spent_tokens or (
            attempts["money"] or ZERO
        ) != account.spent_money:
            yield f"{account.ref}: attempts add up to {attempts}, the account says {account.spent_tokens}"
        if account.entries.count() != account.entry_seq:
            yield f"{account.ref}: {account.entries.count()} entries, sequence {account.entry_seq}"


def every_entry_has_one_event() -> Iterator[str]:
    """Each entry is vouched for by exactly one event, with its digest."""
    vouched: Counter[str] = Counter()
    for body in Event.objects.values_list("body", flat=True).iterator():
        vouched.update(name for name in json.loads(body)["covers"] if name.startswith("entry:"))
    for entry in LedgerEntry.objects.iterator():
        name = f"entry:{entry.account_id}.{entry.seq}:{entry.digest}"
        if vouched.pop(name, 0) != 1:
            yield f"account {entry.account_id} entry {entry.seq} is not vouched for by exactly one event"
    yield from (f"an event vouches for {name}, which is not there" for name in vouched)


def every_hold_ends_once() -> Iterator[str]:
    """A hold is open exactly while its execution is live; its parts add up."""
    for hold in Hold.objects.select_related("execution").iterator():
        execution = getattr(hold, "execution", None)
        if execution is None:
            yield f"hold {hold.pk} belongs to no execution"
            continue
        live = execution.state in execution.LIVE
        if live != (hold.status == HoldStatus.OPEN):
            yield f"hold {hold.pk} is {hold.status} while its execution is {execution.state}"
        if not live and hold.left_tokens:
            yield f"hold {hold.pk} has ended with {hold.left_tokens} tokens neither posted nor released"
    held = {
        row["account"]: row["tokens"] - row["posted"] - row["released"]
        for row in Hold.objects.values("account").annotate(
            tokens=Sum("tokens"), posted=Sum("posted_tokens"), released=Sum("released_tokens")
        )
    }
    for account in Account.objects.iterator():
        if held.get(account.pk, 0) != account.held_tokens:
            yield f"{account.ref}: holds add up to {held.get(account.pk, 0)}, the account says {account.held_tokens}"
