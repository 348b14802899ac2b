"""Questions that wait for a person: stops to answer, uncertain rounds, completions to accept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db.models import Exists, Q, QuerySet

from goals.web.escalations import causes
from governance.authorisations.waiting import givers
from governance.enums import EscalationStatus, Role
from governance.escalations import ANSWERS
from governance.models import Escalation, Person
from governance.people import roles
from governance.web.inbox.items import MOST, Elsewhere, Item
from governance.web.inbox.lately import short
from governance.web.viewer import Viewer


class Questions:
    """Whoever is asked, whoever stands in for them at a policy stop, and controllers where nobody is left to ask."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Escalation]:
        return _waiting(person, at)

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        found = (
            self.waiting(viewer.person.pk, at)
            .select_related("account", "assigned_to")
            .order_by("due_at", "pk")[:MOST]
        )
        return [_item(question, viewer.person) for question in found]

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        mine = self.waiting(viewer.person.pk, at).values("pk")
        others = viewer.sight.escalations().filter(status=EscalationStatus.OPEN).exclude(pk__in=mine)
        return [
            Elsewhere(
                text=f"{causes.of(one.cause).word}: {short(one.account.title)}", href=f"/escalations/{one.ref}/",
                whom=str(one.assigned_to or "nobody is left to ask"), due=one.due_at,
            )
            for one in others.select_related("account", "assigned_to").order_by("due_at", "pk")[:5]
        ]  # fmt: skip


def _waiting(person: int, at: datetime) -> QuerySet[Escalation]:
    policy = [cause.name for cause in ANSWERS.values() if cause.policy]
    controls = roles.grants(at).filter(person=person, role=Role.CONTROLLER)
    asked = Q(assigned_to=person) | Q(assigned_to__in=givers(person, at), cause__in=policy)
    lost = Q(assigned_to=None) & Q(Exists(controls)) & ~Q(account__owner=person)
    return Escalation.objects.filter(asked | lost, status=EscalationStatus.OPEN)


def _item(question: Escalation, person: Person) -> Item:
    called, (usd, word) = causes.of(question.cause), _money(question)
    stands_in = question.assigned_to_id not in (None, person.pk)
    behalf = f" You stand in for {question.assigned_to}." if stands_in else ""
    return Item(
        glyph=called.glyph, kind=called.word, ref=question.account.ref,
        objective=short(question.account.title, limit=160), sentence=f"{short(question.sentence, limit=220)}{behalf}",
        person="Countersign", since=question.opened_at, due=question.due_at,
        href=f"/escalations/{question.ref}/", verb=called.verb, usd=usd, usd_word=word,
    )  # fmt: skip


def _money(question: Escalation) -> tuple[Decimal | None, str]:
    account = question.account
    if question.cause == "uncertain":
        held = json.loads(question.evidence_text).get("bound_money")
        return (Decimal(held), "held") if held is not None else (None, "")
    if question.cause == "completion-claimed":
        return account.spent_money, "spent"
    return account.available_money, "idle" if account.available_money is not None else ""
