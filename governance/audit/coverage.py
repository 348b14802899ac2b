"""Compares rows with the events that vouch for them: there, unchanged, vouched for exactly once; and the reverse.

Works through the record a page at a time: a few queries per page, whatever is in it, and one bit of memory
per row of the rarer kinds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from governance import canonical
from governance.audit import covered, entries
from governance.audit.faults import Fault, How

_BITS = 32_768


class Seen:
    """A set of whole numbers that costs one bit each where they lie together."""

    def __init__(self) -> None:
        self._parts: dict[int, bytearray] = {}

    def add(self, number: int) -> bool:
        """True if it is new."""
        part = self._parts.setdefault(number // _BITS, bytearray(_BITS // 8))
        place, bit = divmod(number % _BITS, 8)
        new = not part[place] >> bit & 1
        part[place] |= 1 << bit
        return new

    def __contains__(self, number: int) -> bool:
        part = self._parts.get(number // _BITS)
        place, bit = divmod(number % _BITS, 8)
        return part is not None and bool(part[place] >> bit & 1)


class Coverage:
    """`see` each event in order, `settle` after every page, `finish` when everything was read."""

    def __init__(self) -> None:
        self.kinds = covered.kinds()
        self.counts: dict[str, int] = defaultdict(int)
        self.unchecked: set[str] = set()
        self._account = entries.Counted("")
        self._ended: list[entries.Counted] = []
        self._from = 1
        self._spans: list[list[int]] = []
        self._entries: list[tuple[str, int, str]] = []
        self._named: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
        self._seen: dict[str, Seen] = defaultdict(Seen)
        self._faults: list[Fault] = []

    def see(self, stream: str, seq: int, covers: list[str]) -> None:
        """Take the names of one event of this stream."""
        account = self._account
        for name in covers:
            if account.is_next(name):
                self._entries.append((stream, seq, name))
            elif name.startswith("entry:"):
                self._see_other_entry(stream, seq, name)
            else:
                self._named[name.partition(":")[0]].append((stream, seq, name))

    def turn(self, stream: str) -> None:
        """Another stream begins."""
        self._span()
        self._ended.append(self._account)
        self._account = entries.Counted(stream)
        self._from = 1

    def _span(self) -> None:
        """Note the entries that the account's events named one after the other since the last time."""
        if self._account.due > self._from:
            self._spans.append([int(self._account.account), self._from, self._account.due - 1])
            self._from = self._account.due

    def _see_other_entry(self, stream: str, seq: int, name: str) -> None:
        account, _, number = _key(name).partition(".")
        if not (covered.is_number(account) and covered.is_number(number)):
            self._faults.append(
                Fault(stream, seq, How.EDITED, f"Event {seq} vouches for an entry without a number.")
            )
            return
        if wrong := self._account.meet(account, int(number)):
            self._faults.append(Fault(stream, seq, How.INSERTED, f"Event {seq} {wrong}."))
        self._entries.append((stream, seq, name))
        self._spans.append([int(account), int(number), int(number)])

    def settle(self) -> Iterator[Fault]:
        """What is wrong with the rows named since the last time."""
        yield from self._faults
        self._span()
        self.counts["entry"] += len(self._entries)
        true = entries.true_names(self._spans)
        yield from (self._explain(*one) for one in self._entries if one[2] not in true)
        for kind, rows in self._named.items():
            yield from self._settle_kind(kind, rows)
        yield from entries.check_accounts(self._ended)
        self._named.clear()
        self._spans, self._entries, self._ended, self._faults = [], [], [], []

    def _settle_kind(self, name: str, named: list[tuple[str, int, str]]) -> Iterator[Fault]:
        kind = self.kinds.get(name)
        if kind is None:
            self.unchecked.add(
                f"Events vouch for rows of the kind “{name}”, which this program does not know."
            )
            return
        self.counts[name] += len(named)
        texts = kind.texts({_key(one[2]) for one in named})
        for stream, seq, full in named:
            key = _key(full)
            text = texts.get(key)
            if not text or f"{name}:{key}:{canonical.digest(text)}" != full:
                yield self._explain(stream, seq, full)
            elif key.isdigit() and not self._seen[name].add(int(key)):
                yield Fault(stream, seq, How.INSERTED, f"Event {seq} vouches again for {name} {key}.")

    def _explain(self, stream: str, seq: int, full: str) -> Fault:
        name, key = full.partition(":")[0], _key(full)
        noun = "ledger entry" if name == "entry" else name
        if key in self.kinds[name].texts([key]):
            return Fault(
                stream, seq, How.EDITED, f"The {noun} {key} was changed after event {seq} vouched for it."
            )
        return Fault(
            stream, seq, How.DELETED, f"The {noun} {key}, which event {seq} vouches for, is missing."
        )

    def finish(self) -> Iterator[Fault]:
        """Rows that no event vouches for. Only after the whole record was read."""
        yield from self.settle()
        for name, kind in self.kinds.items():
            for page in kind.due():
                for key in page:
                    if int(key) not in self._seen[name]:
                        yield Fault(
                            name, int(key), How.INSERTED, f"No event vouches for {name} {key} as it stands."
                        )


def _key(full: str) -> str:
    return full.split(":")[1] if full.count(":") == 2 else ""
