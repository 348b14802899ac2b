"""The goal's record as sentences with what was available after each, newest first, by keyset.

Calls of a model are left out unless asked for: a round's own line says what they came to. What is shown is
checked against its chain again each time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from goals.models import Goal
from governance import canonical
from governance.audit.recording import chain_hash
from governance.models import Account, Event
from governance.web import moments
from governance.web.format import counted, money, short_digest, tokens

Entry = dict[str, Any]
CALLS = ("attempt.posted",)
SHORT, PAGE = 8, 50
_GLYPHS = {
    "gate.refused": "refused", "goal.stopped": "stopped", "goal.paused": "paused", "goal.disarmed": "disarmed",
    "authorisation.revoked": "refused", "request.approved": "signed", "completion.rejected": "refused",
    "completion.accepted": "complete", "round.reservation-dropped": "refused",
}  # fmt: skip
_REFS = re.compile(r"\b[GRE]-[0-9]{4,}\b")
_ADDRESSES = {"G": "/goals/{}/", "R": "/requests/{}/", "E": "/escalations/{}/"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Entries under their days, the note beside the title, and the way to the others."""

    entries: list[Entry]
    note: str
    pager: dict[str, str]
    events: Sequence[Event]


def page(
    goal: Goal, *, size: int = PAGE, before: int | None = None, calls: bool = False, opened: int | None = None
) -> Page:
    """A page of the record that ends before entry `before`. One query."""
    account = goal.account
    rows = _rows(account, calls=calls)
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows.order_by("-seq")[: size + 1])
    shown = found[:size]
    entries: list[Entry] = []
    day = None
    for event in shown:
        if event.at.date() != day:
            day = event.at.date()
            entries.append({"day": moments.long_day(event.at)})
        entries.append(_entry(event, account, opened=opened == event.seq))
    pager = (
        {"older_href": f"?before={shown[-1].seq}{'&calls=1' if calls else ''}"} if len(found) > size else {}
    )
    return Page(entries=entries, note=_note(account, len(shown)), pager=pager, events=shown)


def entry_of(goal: Goal, seq: int) -> Event | None:
    """One entry of the goal's record by its number."""
    return Event.objects.filter(stream=goal.account.stream_name, seq=seq).first()


def chain_words(account: Account, shown: Sequence[Event]) -> str:
    """What the chain says about the entries in hand, for the foot of a page."""
    whole = f"{counted(account.stream_seq, 'entry', 'entries')}, last {short_digest(account.stream_head)}"
    broken = [event.seq for event in shown if not holds(event)]
    if broken:
        return f"The chain is broken at entry {broken[-1]:,}: the record must be verified. {whole}"
    if shown and shown[0].seq == account.stream_seq and shown[0].hash != account.stream_head:
        return f"The last entry is not the one that was written last: the record must be verified. {whole}"
    held = f"; the {counted(len(shown), 'entry', 'entries')} shown hold" if shown else ""
    return f"Chain of {whole}{held}"


def holds(event: Event) -> bool:
    """Whether an entry is what its own hash says, computed now."""
    made = chain_hash(
        stream=event.stream, seq=event.seq, previous=event.previous, body_digest=canonical.digest(event.body)
    )
    return made == event.hash and bool(json.loads(event.body).get("sentence") == event.sentence)


def _rows(account: Account, *, calls: bool) -> QuerySet[Event]:
    rows = Event.objects.filter(stream=account.stream_name)
    return rows if calls else rows.exclude(action__in=CALLS)


def _note(account: Account, shown: int) -> str:
    return f"newest first, {shown:,} of {counted(account.stream_seq, 'entry', 'entries')}"


def _entry(event: Event, account: Account, *, opened: bool) -> Entry:
    actor, text = _split(event)
    return {
        "time": moments.clock(event.at), "instant": moments.full(event.at), "glyph": _GLYPHS.get(event.action, ""),
        "actor": actor, "person": event.actor_id is not None, "text": text, "links": links_in(event.sentence),
        "href": f"?entry={event.seq}#entry-{event.seq}", "tokens": event.available_tokens,
        "usd": event.available_money, "number": event.seq, "opened": _opened(event, account) if opened else None,
    }  # fmt: skip


def _split(event: Event) -> tuple[str, str]:
    """The actor, and the sentence that follows; an agent's sentence stands by itself."""
    if event.sentence.startswith(f"{event.actor_name} "):
        return event.actor_name, event.sentence[len(event.actor_name) + 1 :]
    return "", event.sentence


def links_in(sentence: str) -> dict[str, str]:
    """Addresses of the references that a sentence names."""
    return {ref: _ADDRESSES[ref[0]].format(ref) for ref in _REFS.findall(sentence)}


def _opened(event: Event, account: Account) -> dict[str, Any]:
    changes = [_moved("Available, tokens", event.available_tokens, event.effect_tokens, tokens)]
    if event.available_money is not None:
        changes.append(
            _moved("Available, USD", event.available_money, event.effect_money,
                   lambda value: money(value, currency=account.currency, places=4))
        )  # fmt: skip
    return {
        "changes": changes, "follows": event.previous, "digest": event.hash,
        "raw_href": reverse("goal-entry", args=[account.pk, event.seq]),
    }  # fmt: skip


def _moved(what: str, after: Any, effect: Any, written: Any) -> dict[str, Any]:
    before = None if after is None else after - effect
    return {"what": what, "before": written(before), "after": written(after)}
