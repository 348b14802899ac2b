"""Says what is wrong with one event that does not fit. Slow and careful; only asked where something is wrong.

An event is *genuine* if its hash is that of its own text at the place its text names. A genuine event at
another place was moved; one that is not genuine was edited.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from governance import canonical
from governance.audit import reading
from governance.audit.faults import Fault, How
from governance.audit.recording import VERSION, chain_hash
from governance.models.streams import GENESIS
from governance.money import from_units

Row = tuple[Any, ...]


@dataclass(slots=True)
class Found:
    """What became of one event. `place` and `head` are where the walk goes on from."""

    place: int
    head: str
    covers: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    unchecked: str = ""
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Before:
    """Where the walk stood: the number due, the head, the last row's id, a known shift, events known to be away."""

    due: int
    head: str
    last_id: int
    shift: int
    troubled: bool
    away: set[int]


def explain(row: Row, before: Before) -> Found:
    """Why this row, as `reading.event_pages` gives it, is not simply the next event of its stream."""
    stream, seq, previous, hash_, body = row[:5]
    told = _read(body)
    if told is None:
        return _one(row, How.EDITED, f"Event {seq} has no readable text.")
    if told["v"] != VERSION:
        return _other_version(row, told)
    covers = [name for name in told["covers"] if isinstance(name, str)]
    digest = canonical.digest(body)
    if chain_hash(stream=told["stream"], seq=told["seq"], previous=previous, body_digest=digest) != hash_:
        return _one(row, How.EDITED, _edit(row, told, digest, before), covers)
    if told["stream"] != stream:
        return _one(row, How.INSERTED, f"Event {seq} was written to another stream, {told['stream']}.")
    return _genuine(row, told, covers, before)


def _genuine(row: Row, told: dict[str, Any], covers: list[str], before: Before) -> Found:
    stream, seq, previous, hash_ = row[:4]
    own = told["seq"]
    if own in before.away:
        before.away.discard(own)
        return Found(seq if seq == before.due else before.due - 1, before.head, covers)
    if own == before.due and previous == before.head and seq != own:
        fault = Fault(stream, own, How.EDITED, f"Event {own} stands under another number, {seq}.")
        return Found(own, hash_, covers, [fault])
    if own == seq:
        return _at_its_place(row, told, covers, before)
    shift = own - seq
    if shift == before.shift:
        return Found(seq, hash_, covers, shift=shift)
    found = Found(seq, hash_, covers, shift=shift)
    if shift > 0:
        found.faults.append(_gone(stream, before, "the later ones were renumbered"))
    else:
        found.faults.append(
            Fault(
                stream,
                own,
                How.INSERTED,
                f"Event {own} was put in: the one written as {own} stands at {seq}.",
            )
        )
    return found


def _at_its_place(row: Row, told: dict[str, Any], covers: list[str], before: Before) -> Found:
    stream, seq, previous, hash_ = row[:4]
    found = Found(seq, hash_, covers)
    if seq < before.due:
        found.covers = []
        found.faults.append(Fault(stream, seq, How.INSERTED, f"Event {seq} is there twice."))
        return found
    if seq > before.due:
        found.faults.append(_gone(stream, before, f"the next one there is {seq}"))
    elif previous != before.head and not before.troubled:
        found.faults.append(_replaced(stream, seq))
    if row[15] <= before.last_id:
        found.faults.append(
            Fault(
                stream, seq, How.EDITED, f"Event {seq} has the row number {row[15]}, below the one before it."
            )
        )
    if wrong := _differences(row, told):
        found.faults.append(
            Fault(
                stream, seq, How.EDITED, f"Event {seq} shows another {', '.join(wrong)} than its hashed text."
            )
        )
    return found


def _gone(stream: str, before: Before, sign: str) -> Fault:
    """The event that is due is not here: moved elsewhere in its stream, or gone."""
    elsewhere = reading.rows(
        "SELECT seq FROM governance_event WHERE stream = %s AND previous = %s", [stream, before.head]
    )
    if before.head != GENESIS and elsewhere and not before.troubled:
        before.away.add(before.due)
        return Fault(
            stream, before.due, How.REORDERED, f"Event {before.due} stands at place {elsewhere[0][0]}."
        )
    return Fault(stream, before.due, How.DELETED, f"Event {before.due} is missing; {sign}.")


def _replaced(stream: str, seq: int) -> Fault:
    if seq == 1:
        return Fault(stream, 1, How.EDITED, "Event 1 follows something, and nothing comes before it.")
    return Fault(
        stream, seq - 1, How.EDITED, f"Event {seq - 1} is not the one that event {seq} was written to follow."
    )


def _edit(row: Row, told: dict[str, Any], digest: str, before: Before) -> str:
    stream, seq = row[:2]
    if chain_hash(stream=stream, seq=seq, previous=before.head, body_digest=digest) == row[3]:
        return f"Event {seq} names another event before it than it was written to follow."
    if wrong := _differences(row, told):
        return f"Event {seq} was changed after it was written; text and columns differ in {', '.join(wrong)}."
    return f"Event {seq} was changed after it was written: its text does not give its hash."


def _one(row: Row, how: How, sentence: str, covers: list[str] | None = None) -> Found:
    return Found(row[1], row[3], covers or [], [Fault(str(row[0]), row[1], how, sentence)])


def _other_version(row: Row, told: dict[str, Any]) -> Found:
    """A format this program does not know, unless the same formula shows that only its number was changed."""
    line = f"{told['v']}|{told['stream']}|{told['seq']}|{row[2]}|{canonical.digest(row[4])}"
    if canonical.digest(line) != row[3]:
        return _one(row, How.EDITED, f"Event {row[1]} was changed after it was written: its format number.")
    sentence = f"Event {row[1]} of {row[0]} has format {told['v']}, which this program cannot check."
    return Found(row[1], row[3], unchecked=sentence)


def _read(body: Any) -> dict[str, Any] | None:
    try:
        told = json.loads(body)
        _told(told)
        return told if isinstance(told["covers"], list) and isinstance(told["seq"], int) else None
    except (ValueError, KeyError, TypeError):
        return None


def _differences(row: Row, told: dict[str, Any]) -> list[str]:
    """Words for what columns and text say differently; the text's own form counts as well."""
    said, shown = _told(told), _shown(row)
    wrong = [name for name in said if said[name] != shown[name]]
    return wrong or ([] if _in_form(told, row[4]) else ["form"])


def _in_form(told: dict[str, Any], body: str) -> bool:
    try:
        return canonical.text(told) == body
    except TypeError:
        return False


def _told(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "stream": told["stream"], "number": told["seq"], "action": told["action"], "actor": told["actor"]["id"],
        "actor's name": told["actor"]["name"], "account": told["account"], "sentence": told["sentence"],
        "effect in tokens": told["effect"]["tokens"], "effect in money": told["effect"]["money"],
        "available tokens": told["available"]["tokens"], "available money": told["available"]["money"],
        "time": told["at"], "version": told["v"],
    }  # fmt: skip


def _shown(row: Row) -> dict[str, Any]:
    (stream, seq, _previous, _hash, _body, action, actor, actor_name, account, sentence, effect_tokens,
     effect_money, available_tokens, available_money, at, _id) = row  # fmt: skip
    return {
        "stream": stream, "number": seq, "action": action, "actor": actor, "actor's name": actor_name,
        "account": account, "sentence": sentence, "effect in tokens": effect_tokens,
        "effect in money": _amount(effect_money), "available tokens": available_tokens,
        "available money": _amount(available_money), "time": at, "version": VERSION,
    }  # fmt: skip


def _amount(units: Any) -> Any:
    return format(from_units(units), "f") if isinstance(units, int) else units
