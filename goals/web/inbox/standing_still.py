"""Goals that stand still without a question: disarmed by a restart, or stopped where nobody answered any more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from goals.enums import Phase
from goals.models import Armed, DriverLease, Execution, Goal
from governance.enums import Act, EscalationStatus, Role
from governance.models import Escalation, Event, Signature
from governance.people import roles
from governance.web.inbox.items import MOST, Elsewhere, Item
from governance.web.inbox.lately import short
from governance.web.viewer import Viewer


class StandingStill:
    """For the owner, and for whoever signed; a goal that policy stopped waits for its signers alone."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Goal]:
        return still(person, at)

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        last = Event.objects.filter(account=OuterRef("account"), action__in=_STOPS).order_by("-pk")
        found = self.waiting(viewer.person.pk, at).select_related("account__owner").annotate(
            since=Subquery(last.values("at")[:1]), why=Subquery(last.values("sentence")[:1])
        )  # fmt: skip
        return [_item(goal, at) for goal in found.order_by("updated_at_ms", "pk")[:MOST]]

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        return ()


_STOPS = ("goal.disarmed", "goal.stopped", "request.approved", "goal.resumed")


def disarmed() -> QuerySet[Goal]:
    """Active goals without permission to start a round, where nothing runs and no stop asks a person."""
    live = DriverLease.objects.filter(pk=1, lease_until__gt=Now()).values("epoch")[:1]
    armed = Armed.objects.filter(goal=OuterRef("pk"), epoch=Subquery(live))
    running = Execution.objects.filter(goal=OuterRef("pk"), state__in=Execution.LIVE)
    active = Goal.objects.filter(cleared=False, phase=Phase.ACTIVE)
    return active.exclude(Exists(armed)).exclude(Exists(running)).exclude(Exists(_asked()))


def unanswered() -> QuerySet[Goal]:
    """Goals that are stopped and about which nobody is asked any more."""
    return Goal.objects.filter(cleared=False, phase=Phase.BLOCKED).exclude(Exists(_asked()))


def still(person: int, at: datetime) -> QuerySet[Goal]:
    """Goals that wait for this person to arm, resume or close them. One query."""
    signed = Signature.objects.filter(
        request__authorisation=OuterRef("account__authorisation"), person=person, act=Act.SIGN
    )
    may = roles.grants(at).filter(person=person)
    owns = Q(account__owner=person) & Q(Exists(may.filter(role=Role.REQUESTER)))
    signs = Q(Exists(signed)) & Q(Exists(may.filter(role=Role.APPROVER))) & ~Q(account__owner=person)
    return Goal.objects.filter(
        Q(pk__in=disarmed().values("pk")) & (owns | signs) | Q(pk__in=unanswered().values("pk")) & signs
    )


def _asked() -> QuerySet[Escalation]:
    return Escalation.objects.filter(account=OuterRef("account"), status=EscalationStatus.OPEN, stops=True)


def _item(goal: Goal, at: datetime) -> Item:
    account, stopped = goal.account, goal.phase == Phase.BLOCKED
    sentence = (
        f"Expired, nobody answered: {short(goal.blocked_message, limit=140)} It stays stopped."
        if stopped
        else "It is active but may start no round. Nothing is lost; it waits for a person to arm it."
    )
    return Item(
        glyph="stopped" if stopped else "disarmed", kind="Nobody answered" if stopped else "Disarmed",
        ref=account.ref, objective=short(goal.objective, limit=160), sentence=sentence, person=str(account.owner),
        since=getattr(goal, "since", None) or account.created_at, href=f"/goals/{account.ref}/",
        verb="Resume or close" if stopped else "Arm or pause", usd=account.available_money,
        usd_word="" if account.available_money is None else "idle",
    )  # fmt: skip
