"""What a request of the controllers would change: a role, the approval policy, a price, an envelope. Reads only."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from goals.corrections import asked as correction
from goals.models import Attempt
from governance import prices
from governance.authorisations import policy
from governance.authorisations.effects import envelope, price, role
from governance.enums import RequestKind, RequestStatus
from governance.models import Envelope, Person, Request
from governance.people import roles
from governance.prices import plausibility
from governance.web import moments
from governance.web.format import amount, counted, money, tokens

Change = dict[str, Any]
NONE = "none"


def changes(request: Request, at: datetime) -> list[Change]:
    """Rows of the difference table: as it is in force, as asked."""
    known = _OF.get(RequestKind(request.kind))
    return known(request, at) if known else _plain(request)


def doubts(request: Request) -> list[dict[str, Any]]:
    """What looks wrong about a price, for whoever signs it; nothing for other kinds."""
    if request.kind != RequestKind.PRICE:
        return []
    asked = price.read(request)
    said = plausibility.warnings(asked, model=asked.model, currency=asked.currency, at=asked.effective_from)
    return [{"glyph": "over", "text": one} for one in said]


def before_words(request: Request) -> str:
    """What the "Signed" column is measured against."""
    if request.status == RequestStatus.APPROVED:
        return "in force since this was signed"
    return "against what is in force now"


def _plain(request: Request) -> list[Change]:
    """What was asked, field by field, for a kind that nobody taught this page."""
    return [
        _row(name.replace("_", " ").capitalize(), "", value)
        for name, value in json.loads(request.terms_text).items()
    ]


def _row(term: str, before: object, asked: object, change: str = "") -> Change:
    return {"term": term, "signed": str(before), "asked": str(asked), "change": change}


def _role(request: Request, at: datetime) -> list[Change]:
    asked = role.read(request)
    person = Person.objects.get(pk=asked.person)
    held = roles.grants(at).filter(person=person, role=asked.role).first()
    rows = [
        _row(
            f"{person}",
            asked.role.label if held else "not " + str(asked.role.label).lower(),
            asked.role.label,
        )
    ]
    if asked.limit_money is not None and asked.limit_tokens is not None:
        old_money, old_tokens = (held.limit_money, held.limit_tokens) if held else (None, None)
        rows.append(
            _row(
                f"Limit, {asked.currency}",
                _money(old_money),
                amount(asked.limit_money),
                _more(old_money, asked.limit_money),
            )
        )
        rows.append(
            _row("Limit, tokens", tokens(old_tokens) if old_tokens else NONE, tokens(asked.limit_tokens))
        )
    until = moments.full(asked.until) if asked.until else "no end"
    return [*rows, _row("Until", _until(held) if held else NONE, until)]


def _until(held: Any) -> str:
    return moments.full(held.valid_until) if held.valid_until else "no end"


def _money(value: Decimal | None) -> str:
    return NONE if value is None else amount(value)


def _more(old: Decimal | None, new: Decimal) -> str:
    return "" if old is None else amount(new - old, signed=True)


def _band(request: Request, at: datetime) -> list[Change]:
    now, asked = policy.current()[0], policy.read(request.terms_text)
    hours = asked.answer_hours - now.answer_hours
    rows = [
        _row(
            "Time to answer",
            counted(now.answer_hours, "hour"),
            counted(asked.answer_hours, "hour"),
            tokens(hours, signed=True),
        )
    ]
    for place in range(max(len(now.bands), len(asked.bands))):
        rows.append(_row(f"Band {place + 1}", _band_words(now, place), _band_words(asked, place)))
    return rows


def _band_words(one: policy.Policy, place: int) -> str:
    if place >= len(one.bands):
        return NONE
    band = one.bands[place]
    ends = [amount(band.up_to_money)] if band.up_to_money is not None else []
    ends += [f"{tokens(band.up_to_tokens)} tokens"] if band.up_to_tokens is not None else []
    return f"{'up to ' + ' and '.join(ends) if ends else 'above'}: {counted(band.signatures, 'signature')}"


def _price(request: Request, at: datetime) -> list[Change]:
    asked = price.read(request)
    now = prices.price_for(asked.model, currency=asked.currency, at=at)
    rows = [] if now and now.model == asked.model else [_row("Model", NONE, asked.model)]
    for name, label in _RATES.items():
        new, old = getattr(asked, name), getattr(now, name) if now else None
        rows.append(_row(f"{label}, {asked.currency} per million", _rate(old), _rate(new), _times(old, new)))
    until = moments.full(asked.effective_until) if asked.effective_until else "no end"
    rows.append(
        _row("From", moments.full(now.effective_from) if now else NONE, moments.full(asked.effective_from))
    )
    return [*rows, _row("Until", "no end" if now else NONE, until)]


_RATES = {
    "input_per_million": "Input", "cached_input_per_million": "Cached input",
    "cache_write_per_million": "Cache write", "output_per_million": "Output",
}  # fmt: skip


def _rate(value: Decimal | None) -> str:
    return NONE if value is None else amount(value, places=4)


def _times(old: Decimal | None, new: Decimal) -> str:
    """A price a thousand times off is a slip of the unit more often than a price."""
    if old and new and (new >= old * 1_000 or old >= new * 1_000):
        return "▲ a thousand times off"
    return "" if old is None else amount(new - old, places=4, signed=True)


def _envelope(request: Request, at: datetime) -> list[Change]:
    asked = envelope.read(request)
    found = Envelope.objects.filter(cost_centre=request.cost_centre_id, period=asked.period).first()
    old = found.budget_money if found else None
    label = f"{request.cost_centre}, {asked.period}"
    before = NONE if old is None else money(old, currency=request.currency)
    return [
        _row(
            label,
            before,
            money(asked.budget_money, currency=request.currency),
            _more(old, asked.budget_money),
        )
    ]


def _correction(request: Request, at: datetime) -> list[Change]:
    asked = correction.read(request)
    now = Attempt.objects.get(pk=asked.attempt)
    return [
        _row("Tokens of the call", tokens(now.tokens), tokens(asked.tokens),
             tokens(asked.tokens - now.tokens, signed=True)),
        _row(f"Money of the call, {request.currency}", amount(now.money, places=4), amount(asked.money, places=4),
             amount(asked.money - now.money, places=4, signed=True)),
    ]  # fmt: skip


_OF: dict[RequestKind, Callable[[Request, datetime], list[Change]]] = {
    RequestKind.ROLE: _role, RequestKind.BAND: _band, RequestKind.PRICE: _price, RequestKind.ENVELOPE: _envelope,
    RequestKind.CORRECTION: _correction,
}  # fmt: skip
