"""Entries as the record's lines: sentence, links, effect, and what an opened one says. Pure but for its rows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from governance import canonical
from governance.audit.recording import chain_hash
from governance.models import Event
from governance.web import moments
from governance.web.audit.filters import Filters
from governance.web.audit.words import CODES, DIGESTS, FACTS, GLYPHS
from governance.web.format import amount, short_digest, tokens

Entry = dict[str, Any]
_REFS = re.compile(r"\b[GRE]-[0-9]{4,18}\b")
_ADDRESSES = {"G": "/goals/{}/", "R": "/requests/{}/", "E": "/escalations/{}/"}
MOST_FACTS = 12


def under_days(
    events: Sequence[Event], asked: Filters, *, opened: int | None, before: str = ""
) -> list[Entry]:
    """The entries in their order, each day a row of its own."""
    found: list[Entry] = []
    day = None
    for event in events:
        if event.at.date() != day:
            day = event.at.date()
            found.append({"day": moments.long_day(event.at)})
        found.append(_entry(event, asked, opened=event.pk == opened, before=before))
    return found


def _entry(event: Event, asked: Filters, *, opened: bool, before: str) -> Entry:
    actor, text = _split(event)
    more = {"before": before} if before else {}
    address = asked.address(**more) if opened else asked.address(**more, entry=str(event.pk))
    return {
        "time": moments.clock(event.at), "instant": moments.full(event.at), "glyph": GLYPHS.get(event.action, ""),
        "actor": actor, "person": event.actor_id is not None, "text": text, "links": links_in(event.sentence),
        "href": f"{address}#entry-{event.pk}", "tokens": event.effect_tokens, "usd": event.effect_money,
        **_about(event),
        "number": event.pk, "opened": opened_box(event) if opened else None,
    }  # fmt: skip


def _about(event: Event) -> dict[str, str]:
    """The goal that an entry is about, where its sentence does not name it."""
    if event.account_id is None:
        return {}
    ref = f"G-{event.account_id:04d}"
    return {} if ref in event.sentence else {"about": ref, "about_href": f"/goals/{ref}/"}


def _split(event: Event) -> tuple[str, str]:
    if event.sentence.startswith(f"{event.actor_name} "):
        return event.actor_name, event.sentence[len(event.actor_name) + 1 :]
    return "", event.sentence


def links_in(sentence: str) -> dict[str, str]:
    """Addresses of the references that a sentence names."""
    return {ref: _ADDRESSES[ref[0]].format(ref) for ref in _REFS.findall(sentence)}


def opened_box(event: Event) -> dict[str, Any]:
    """Before and after, what it follows, and the way to the raw entry. One query."""
    earlier = Event.objects.filter(stream=event.stream, seq=event.seq - 1).only("body").first()
    changes = [*_money(event), *_facts(event, earlier)]
    return {
        "changes": changes,
        "follows": event.previous,
        "digest": event.hash,
        "raw_href": f"/audit/{event.pk}/raw/",
    }


def _money(event: Event) -> list[dict[str, Any]]:
    if event.available_tokens is None:
        return []
    found = [
        _moved(
            "Available, tokens",
            tokens(event.available_tokens - event.effect_tokens),
            tokens(event.available_tokens),
        )
    ]
    if event.available_money is not None:
        before = event.available_money - event.effect_money
        found.append(
            _moved("Available, money", amount(before, places=4), amount(event.available_money, places=4))
        )
    return found


def _facts(event: Event, earlier: Event | None) -> list[dict[str, Any]]:
    """Facts that have a word for readers, beside what the entry before it in the same stream said."""
    now, before = facts_of(event), facts_of(earlier) if earlier else {}
    named = [name for name in FACTS if name in now and now[name] not in (None, "", [])][:MOST_FACTS]
    return [_fact(name, before.get(name), now[name]) for name in named]


def _fact(name: str, before: Any, after: Any) -> dict[str, Any]:
    if name in DIGESTS:
        return {"what": FACTS[name], "before": "", "after": short_digest(str(after)), "code": False}
    if name in CODES:
        before, after = (one.replace("-", " ") if isinstance(one, str) else one for one in (before, after))
    same = before == after
    return _moved(FACTS[name], "" if before is None or same else _written(before), _written(after))


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "yes" if value is True else "no" if value is False else str(value)


def _moved(what: str, before: str, after: str) -> dict[str, Any]:
    return {"what": what, "before": before, "after": after}


def facts_of(event: Event) -> dict[str, Any]:
    """The facts that the entry keeps beside its sentence; none where its text cannot be read."""
    try:
        facts = json.loads(event.body).get("facts", {})
    except (ValueError, AttributeError):
        return {}
    return facts if isinstance(facts, dict) else {}


def holds(event: Event) -> bool:
    """Whether an entry is what its own hash says, computed now."""
    made = chain_hash(
        stream=event.stream, seq=event.seq, previous=event.previous, body_digest=canonical.digest(event.body)
    )
    try:
        told = json.loads(event.body)
    except ValueError:
        return False
    return (
        made == event.hash and told.get("sentence") == event.sentence and told.get("action") == event.action
    )
