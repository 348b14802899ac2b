"""Requests that wait for a person: to be signed, or to be changed because they were sent back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db.models import Prefetch, Q, QuerySet

from goals.web.requests import titles
from governance.authorisations import waiting
from governance.enums import Act, RequestStatus
from governance.models import Person, Request, Signature
from governance.web.inbox.items import MOST, Elsewhere, Item
from governance.web.inbox.lately import short
from governance.web.viewer import Viewer


class Requests:
    """Two kinds of waiting in one list: mine to sign, and mine to change."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Request]:
        return _waiting(person, at)

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        found = _full(self.waiting(viewer.person.pk, at)).order_by("due_at", "pk")[:MOST]
        return [_item(request, viewer.person) for request in found]

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        mine = self.waiting(viewer.person.pk, at).values("pk")
        others = viewer.sight.requests().filter(status=RequestStatus.PENDING).exclude(pk__in=mine)
        return [
            Elsewhere(
                text=f"{titles.kind(one)}: {short(one.title)}", href=f"/requests/{one.ref}/",
                whom=str(one.assigned_to or "nobody"), due=one.due_at,
            )
            for one in _full(others).order_by("due_at", "pk")[:5]
        ]  # fmt: skip


def _waiting(person: int, at: datetime) -> QuerySet[Request]:
    to_sign, to_change = waiting.for_signature(person, at), waiting.to_change(person)
    return Request.objects.filter(Q(pk__in=to_sign.values("pk")) | Q(pk__in=to_change.values("pk")))


def _full(rows: QuerySet[Request]) -> QuerySet[Request]:
    given = Signature.objects.order_by("pk")
    rows = rows.select_related("requester", "account__goal", "account__terms", "cost_centre", "assigned_to")
    return rows.prefetch_related(Prefetch("signatures", given))


def _item(request: Request, person: Person) -> Item:
    asked = _asked(request)
    sent_back = request.status == RequestStatus.SENT_BACK
    return Item(
        glyph="waits" if sent_back else titles.glyph(request),
        kind="Sent back" if sent_back else titles.kind(request), ref=request.ref,
        objective=titles.short_title(request), sentence=_sentence(request, person),
        person=str(request.requester), since=request.asked_at, due=request.due_at,
        href=f"/requests/{request.ref}/", verb="Change it" if sent_back else "Read and decide",
        usd=asked, usd_word="asked" if asked is not None else "",
    )  # fmt: skip


def _asked(request: Request) -> Decimal | None:
    """New money: the whole of a new goal, what a raise adds; nothing for what only moves authority."""
    if not titles.spends(request) or request.total_money is None:
        return None
    before = request.account.budget_money if request.account else None
    return request.total_money - (before or Decimal(0))


def _sentence(request: Request, person: Person) -> str:
    given = [one for one in request.signatures.all() if one.request_revision == request.revision]
    if request.status == RequestStatus.SENT_BACK:
        back = next((one for one in reversed(given) if one.act == Act.SEND_BACK), None)
        return (
            f"{back.person_name} sent it back: “{short(back.reason, limit=160)}”"
            if back
            else "It was sent back."
        )
    said = titles.about(request)
    signers = [one.person_name for one in given if one.act == Act.SIGN]
    if signers:
        return f"{said} {signers[0]} has signed; yours is the second signature."
    if request.signatures_needed == 2:
        return f"{said} It needs two signatures."
    if request.assigned_to_id not in (None, person.pk):
        return f"{said} You stand in for {request.assigned_to}."
    return said
