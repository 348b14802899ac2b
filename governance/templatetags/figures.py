"""Figures and instants as template filters, in the language of the request. Decides nothing of its own."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from django import template
from django.utils.translation import get_language

from governance.web import format as reads
from governance.web import moments
from governance.web.locales import Locale, named
from governance.web.plain_text import sentence, shown

register = template.Library()


def _locale() -> Locale:
    return named(get_language())


@register.filter
def tokens(count: int | None) -> str:
    return reads.tokens(count, locale=_locale())


@register.filter
def signed_tokens(count: int | None) -> str:
    return reads.tokens(count, signed=True, locale=_locale())


@register.filter
def amount(value: reads.Number | None, places: int = 2) -> str:
    return reads.amount(value, places=places, locale=_locale())


@register.filter
def signed_amount(value: reads.Number | None, places: int = 2) -> str:
    return reads.amount(value, places=places, signed=True, locale=_locale())


@register.filter
def money(value: reads.Number | None, currency: str = "USD") -> str:
    return reads.money(value, currency=currency, locale=_locale())


@register.filter
def percent_of(part: reads.Number, whole: reads.Number) -> str:
    return reads.percent(part, whole, locale=_locale())


@register.filter
def zero(value: object) -> str:
    """The class "zero" for an amount that is exactly zero."""
    return reads.zero_class(value)


@register.filter
def digest(value: str) -> str:
    return reads.digest(value)


@register.filter
def short_digest(value: str) -> str:
    return reads.short_digest(value)


@register.filter
def day(value: date) -> str:
    return moments.day(value, locale=_locale())


@register.filter
def short_day(value: date) -> str:
    return moments.short_day(value, locale=_locale())


@register.filter
def long_day(value: date) -> str:
    return moments.long_day(value, locale=_locale())


@register.filter
def clock(value: datetime) -> str:
    return moments.clock(value)


@register.filter
def instant(value: datetime) -> str:
    return moments.full(value, locale=_locale())


@register.filter
def near(value: datetime, now: datetime) -> str:
    return moments.near(value, now=now, locale=_locale())


@register.filter
def remaining(due: datetime, now: datetime) -> str:
    return moments.remaining(due, now=now, locale=_locale())


@register.filter
def waited(since: datetime, now: datetime) -> str:
    return moments.waited(since, now=now)


@register.filter(name="shown")
def shown_text(value: object, limit: int = 600) -> str:
    """Text of others with hidden characters written out, cut at `limit`. Escaping stays with the template."""
    return "" if value is None else shown(value, limit=limit)


@register.filter
def said(value: object, limit: int = 600) -> str:
    """A sentence of ours: as `shown`, and figures never part from their units."""
    return "" if value is None else sentence(value, limit=limit)


@register.filter
def counted(number: int | Decimal, one: str) -> str:
    return reads.counted(int(number), one, locale=_locale())
