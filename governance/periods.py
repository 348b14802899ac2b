"""Closing a period: its envelopes take nothing more, and what goals still keep of them moves on.

A controller's act, with a reason, one event for each cost centre and one for the close itself. Usage that
comes later is posted to the next period and flagged (see `ledger`); nothing is ever posted back. Money
that no goal keeps lapses with its period.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import F
from django.db.models.functions import Greatest

from governance import audit, clock, envelopes, open_period, service_stream, strict, wording
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Conflict, Invalid
from governance.models import Account, ClosedPeriod, CostCentre, Envelope, Person, ServiceStream
from governance.money import ZERO, money
from governance.people import requiring
from governance.transactions import outermost

_CONTROL = frozenset({Role.CONTROLLER})
_PERIOD = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What one goal keeps of a closed envelope: its money goes on to the next one."""

    ref: str
    money: Decimal


def close(*, acting: Acting, period: str, reason: str) -> ClosedPeriod:
    """Close a period that has begun, and with it every envelope of it. Outermost; not taken back.

    Raises Forbidden without the role, Invalid for what is no period, Conflict `period-closed`,
    `period-ahead` or `earlier-period-open`.
    """
    person = requiring.named_person(acting, to="close a period")
    requiring.one_of(person, _CONTROL, clock.now(), to="close a period")
    why = strict.reason(reason)
    if not _PERIOD.fullmatch(period):
        raise Invalid("A period is a year and a month such as 2026-12.", field="period")
    with outermost():
        at = clock.now()
        stream = _locked_stream(period, at)
        closing = _locked(period)
        for envelope in closing:
            _close_envelope(acting, person, envelope, why, at)
        Account.objects.filter(closed_through__lt=period).update(closed_through=period)
        closed = ClosedPeriod.objects.create(period=period, closed_at=at, closed_by=person, reason=why)
        audit.record(
            acting=acting, on=stream, action="period.closed",
            sentence=f"{person} closed {period} with {_envelopes(len(closing))} because {wording.because(why)} "
            f"Usage that comes later is posted to {clock.period_after(period)} and flagged. No money moved.",
            facts={"period": period, "envelopes": [envelope.pk for envelope in closing]}, at=at,
        )  # fmt: skip
        return closed


def _locked_stream(period: str, at: datetime) -> ServiceStream:
    """Closings come one after the other. Decides whether this period can be closed now."""
    stream = service_stream.locked(service_stream.PERIODS)
    closed = open_period.closed_through()
    if period <= closed:
        raise Conflict(f"{period} is already closed; {closed} was the last.", code="period-closed")
    if period > clock.period_of(at):
        raise Conflict(f"{period} has not begun.", code="period-ahead")
    earlier = Envelope.objects.filter(period__lt=period, closed_at=None).order_by("period").first()
    if earlier is not None:
        raise Conflict(f"{earlier.period} is still open; close it first.", code="earlier-period-open")
    return stream


def _locked(period: str) -> Sequence[Envelope]:
    """The envelopes, then every account, then the cost centres, so that no account opens in between."""
    rows = Envelope.objects.filter(period=period, closed_at=None).order_by("pk")
    found = list(rows.select_for_update(no_key=True, of=("self",)).select_related("cost_centre"))
    list(Account.objects.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    list(CostCentre.objects.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    return found


def _close_envelope(acting: Acting, person: Person, envelope: Envelope, why: str, at: datetime) -> None:
    centre = CostCentre.objects.get(pk=envelope.cost_centre_id)
    figures = envelopes.figures(envelope)
    following = clock.period_after(envelope.period)
    moved = _moved(envelope)
    _write_off(envelope, figures, at)
    if moved:
        _move(envelope, figures.encumbered)
    currency = centre.currency
    audit.record(
        acting=acting, on=centre, action="envelope.closed",
        sentence=f"{person} closed {envelope.period} of {centre} because {wording.because(why)} "
        f"{wording.amount(figures.spent, currency)} were spent, {wording.amount(figures.encumbered, currency)} that "
        f"{_goals(len(moved))} went on to {following}, and {wording.amount(figures.available, currency)} lapse.",
        facts={
            "period": envelope.period, "budget": figures.budget, "spent": figures.spent,
            "carried": figures.encumbered, "lapsed": figures.available, "to": following,
            "goals": [{"goal": one.ref, "money": one.money} for one in moved],
        },
        at=at,
    )  # fmt: skip


def _moved(envelope: Envelope) -> list[Moved]:
    rows = Account.objects.filter(envelope=envelope, encumbered_money__gt=0).order_by("pk")
    return [
        Moved(ref=one.ref, money=max(ZERO, one.encumbered_money - max(ZERO, one.spent_money - one.charged_money)))
        for one in rows
    ]  # fmt: skip


def _write_off(envelope: Envelope, figures: envelopes.Figures, at: datetime) -> None:
    Envelope.objects.filter(pk=envelope.pk).update(
        spent_money=figures.spent, encumbered_money=ZERO, carried_money=figures.encumbered, closed_at=at
    )
    Account.objects.filter(envelope=envelope).exclude(encumbered_money__gt=0).update(
        charged_money=F("spent_money")
    )
    envelope.closed_at = at


def _move(envelope: Envelope, amount: Decimal) -> None:
    """The goals that keep something go on in the next envelope, which brings the money with them."""
    following = envelopes.next_open(envelope)
    kept = F("encumbered_money") - Greatest(F("spent_money") - F("charged_money"), money(ZERO))
    Account.objects.filter(envelope=envelope, encumbered_money__gt=0).update(
        envelope=following, encumbered_money=Greatest(kept, money(ZERO)), charged_money=F("spent_money")
    )
    Envelope.objects.filter(pk=following.pk).update(
        brought_money=F("brought_money") + money(amount),
        encumbered_money=F("encumbered_money") + money(amount),
    )


def _envelopes(count: int) -> str:
    return "no envelope" if not count else f"{count} envelope{'' if count == 1 else 's'}"


def _goals(count: int) -> str:
    return "no goal keeps" if not count else f"{count} goal{' keeps' if count == 1 else 's keep'}"
