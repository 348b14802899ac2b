"""Ledger entries as rows that events vouch for: met in the order in which they were written.

Each account's events must name its entries 1 to n, each once; and the account's balances must be those
after the last one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from governance import canonical, ledger
from governance.audit import reading, texts
from governance.audit.covered import is_number
from governance.audit.faults import Fault, How
from governance.models import LedgerEntry

_BALANCES = (
    "budget_tokens", "held_tokens", "spent_tokens", "budget_money", "held_money", "spent_money",
)  # fmt: skip


class Entries:
    """The kind "entry"; its key is "account.seq"."""

    name = "entry"

    def texts(self, keys: Collection[str]) -> dict[str, str]:
        parts = [key.partition(".") for key in keys]
        wanted = {(int(a), int(seq)) for a, _, seq in parts if is_number(a) and is_number(seq)}
        if not wanted:
            return {}
        rows = LedgerEntry.objects.filter(account_id__in={account for account, _ in wanted})
        low, high = min(seq for _, seq in wanted), max(seq for _, seq in wanted)
        rows = rows.filter(seq__gte=low, seq__lte=high)
        return {
            f"{row.account_id}.{row.seq}": canonical.text(ledger.entry_facts(row))
            for row in rows.iterator()
            if (row.account_id, row.seq) in wanted
        }

    def due(self) -> Iterator[Sequence[str]]:
        """Nothing: `Counted` asks for every entry, account by account."""
        return iter(())


ENTRIES = Entries()


def true_names(spans: Sequence[Sequence[int]]) -> set[str]:
    """Names of the entries in these spans (account, first, last) that give their own digest. One query."""
    if not spans:
        return set()
    sql = (
        f"WITH span(account, low, high) AS (VALUES {reading.values(spans)}) "  # noqa: S608 - whole numbers only
        "SELECT e.account_id, e.seq, e.kind, e.hold_id, e.corrects_id, e.reference, e.tokens, e.money, e.price_id, "
        f"e.usage_state, e.flags, e.period, {reading.instant('e.at')}, e.budget_tokens_after, e.held_tokens_after, "
        "e.spent_tokens_after, e.budget_money_after, e.held_money_after, e.spent_money_after, e.digest "
        "FROM span JOIN governance_ledgerentry e ON e.account_id = account AND e.seq BETWEEN low AND high"
    )
    found = reading.rows(sql)
    try:
        return {_name(row) for row in found if texts.entry_digest(row) == row[19]}
    except (TypeError, ValueError):
        return {_name(row) for row in found if _is_sound(row)}


def _name(row: reading.Row) -> str:
    return f"entry:{row[0]}.{row[1]}:{row[19]}"


def _is_sound(row: reading.Row) -> bool:
    try:
        return texts.entry_digest(row) == row[19]
    except (TypeError, ValueError):
        return False  # a column holds what it never should


class Counted:
    """The entries of one account as its events name them, whatever the order within the stream."""

    __slots__ = ("_ahead", "_expected", "account", "due", "stream")

    def __init__(self, stream: str) -> None:
        self.stream, self.due = stream, 1
        self.account = stream.partition(":")[2] if stream.startswith("account:") else ""
        self._ahead: set[int] = set()
        self._expected = f"entry:{self.account}.1:"

    @property
    def number(self) -> int:
        """How many different entries were named."""
        return self.due - 1 + len(self._ahead)

    def is_next(self, name: str) -> bool:
        """Take the name if it is the one that is due, as it nearly always is."""
        if not name.startswith(self._expected):
            return False
        self._move()
        return True

    def _move(self) -> None:
        self.due += 1
        while self._ahead and self.due in self._ahead:
            self._ahead.discard(self.due)
            self.due += 1
        self._expected = f"entry:{self.account}.{self.due}:"

    def meet(self, account: str, seq: int) -> str:
        """Take a name that is not the one due; what is wrong with it, or ""."""
        if account != self.account:
            return f"vouches for entry {seq} of another account, {account}"
        if seq == self.due:
            self._move()
        elif seq < self.due or seq in self._ahead:
            return f"vouches again for ledger entry {seq}"
        else:
            self._ahead.add(seq)
        return ""

    def left_out(self) -> list[int]:
        """Numbers between those named that no event named."""
        return [seq for seq in range(self.due, max(self._ahead, default=self.due)) if seq not in self._ahead]


def check_accounts(counted: Sequence[Counted]) -> Iterator[Fault]:
    """What is wrong with the entries of these accounts beyond their digests. Two queries."""
    accounts = [one for one in counted if one.account.isdigit()]
    if not accounts:
        return
    ids = ", ".join(str(int(one.account)) for one in accounts)
    there = {row[0]: row[1:] for row in reading.rows(_THERE.format(ids))}
    balances = {row[0]: row for row in reading.rows(_LAST.format(ids))}
    for one in accounts:
        key = int(one.account)
        yield from _unnamed(one, *there.get(key, (0, 0)))
        if key in balances:
            yield from _unbalanced(one, balances[key])


def without_events() -> Iterator[Fault]:
    """Accounts with ledger entries and no event at all. One query."""
    sql = (
        "SELECT a.id FROM governance_account a WHERE EXISTS (SELECT 1 FROM governance_ledgerentry e WHERE "
        "e.account_id = a.id) AND NOT EXISTS (SELECT 1 FROM governance_event v WHERE v.stream = 'account:' || a.id)"
    )
    for (key,) in reading.rows(sql):
        yield Fault(
            f"account:{key}", 0, How.INSERTED, "Ledger entries are there, and no event vouches for any."
        )


_THERE = (
    "SELECT account_id, count(*), max(seq) FROM governance_ledgerentry "
    "WHERE account_id IN ({}) GROUP BY account_id"
)
_LAST = (
    "SELECT a.id, a.entry_seq, e.seq, "  # noqa: S608 - no input
    + ", ".join([*(f"a.{name}" for name in _BALANCES), *(f"e.{name}_after" for name in _BALANCES)])
    + " FROM governance_account a LEFT JOIN governance_ledgerentry e ON e.account_id = a.id AND e.seq = a.entry_seq "
    "WHERE a.id IN ({})"
)


def _unnamed(one: Counted, count: int, last: int) -> Iterator[Fault]:
    for seq in one.left_out()[:20]:
        yield Fault(one.stream, 0, How.DELETED, f"Ledger entry {seq} is vouched for by no event.")
    if not one.left_out() and (count, last) != (one.number, one.number):
        how = How.INSERTED if count > one.number else How.DELETED
        yield Fault(
            one.stream, 0, how,
            f"{count} ledger entries are there, the last numbered {last}; events vouch for {one.number}.",
        )  # fmt: skip


def _unbalanced(one: Counted, row: reading.Row) -> Iterator[Fault]:
    written, last, now, after = row[1], row[2], row[3:9], row[9:15]
    if written and written != one.number:
        how = How.TRUNCATED if written > one.number else How.INSERTED
        yield Fault(
            one.stream, 0, how, f"The account counts {written} ledger entries, events vouch for {one.number}."
        )
    elif last is not None and now != after:
        wrong = ", ".join(
            name.replace("_", " ") for name, a, b in zip(_BALANCES, now, after, strict=True) if a != b
        )
        yield Fault(
            one.stream, 0, How.EDITED, f"The account's {wrong} differ from its last ledger entry, {last}."
        )
