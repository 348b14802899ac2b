"""The freeze: a named person stops all admissions, for the service or one cost centre, until one lifts it."""

from __future__ import annotations

from django.db.models import Q

from governance import audit, clock, service_stream, strict, wording
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Conflict, NotFound
from governance.models import CostCentre, Freeze, Person
from governance.models.streams import StreamHead
from governance.people import requiring
from governance.transactions import outermost

MAY = frozenset({Role.OPERATOR, Role.CONTROLLER, Role.APPROVER})
SERVICE = "service"


def frozen(cost_centre_id: int | None) -> Freeze | None:
    """The freeze that holds for this cost centre, the oldest first; None if admissions are open. One query."""
    return (
        Freeze.objects.filter(lifted_at=None)
        .filter(Q(cost_centre=None) | Q(cost_centre_id=cost_centre_id))
        .select_related("frozen_by", "cost_centre")
        .order_by("frozen_at", "pk")
        .first()
    )


def freeze(*, acting: Acting, reason: str, cost_centre: CostCentre | None = None) -> Freeze:
    """Stop every admission at once, and every running round before its next step. Outermost."""
    person = _allowed(acting, "freeze admissions")
    why = strict.reason(reason)
    with outermost():
        stream = _stream(cost_centre)
        already = Freeze.objects.filter(scope=_scope(cost_centre), lifted_at=None).first()
        if already:
            raise Conflict(
                f"{already.frozen_by} has already frozen {_where(cost_centre)}.",
                code="already-frozen",
                decided_by=str(already.frozen_by),
                decided_at=already.frozen_at,
            )
        placed = Freeze.objects.create(
            cost_centre=cost_centre,
            scope=_scope(cost_centre),
            reason=why,
            frozen_by=person,
            frozen_at=clock.now(),
        )
        audit.record(
            acting=acting,
            on=stream,
            action="freeze.placed",
            sentence=f"{person} froze all admissions of {_where(cost_centre)} because {wording.because(why)} "
            "No round may start, no money moved.",
            facts={"freeze": placed.pk, "scope": placed.scope},
        )
        return placed


def lift(*, acting: Acting, freeze_id: int, reason: str) -> Freeze:
    """Open admissions again. Outermost. What a goal's own state forbids stays forbidden; nothing is armed."""
    person = _allowed(acting, "lift a freeze")
    why = strict.reason(reason)
    placed = Freeze.objects.select_related("cost_centre").filter(pk=freeze_id).first()
    if placed is None:
        raise NotFound("There is no such freeze.", field="freeze")
    with outermost():
        stream, now = _stream(placed.cost_centre), clock.now()
        lifted = Freeze.objects.filter(pk=freeze_id, lifted_at=None).update(
            lifted_by=person, lifted_at=now, lift_reason=why
        )
        placed.refresh_from_db()
        if not lifted:
            raise Conflict(
                f"{placed.lifted_by} has already lifted this freeze.",
                code="already-decided",
                decided_by=str(placed.lifted_by),
                decided_at=placed.lifted_at,
            )
        audit.record(
            acting=acting,
            on=stream,
            action="freeze.lifted",
            sentence=f"{person} lifted the freeze of {_where(placed.cost_centre)} because {wording.because(why)} "
            "No money moved.",
            facts={"freeze": placed.pk, "scope": placed.scope},
        )
        return placed


def _allowed(acting: Acting, to: str) -> Person:
    person = requiring.named_person(acting, to=to)
    requiring.one_of(person, MAY, clock.now(), to=to)
    return person


def _stream(cost_centre: CostCentre | None) -> StreamHead:
    if cost_centre is None:
        return service_stream.locked(service_stream.FREEZES)
    return CostCentre.objects.select_for_update(no_key=True).get(pk=cost_centre.pk)


def _scope(cost_centre: CostCentre | None) -> str:
    return SERVICE if cost_centre is None else f"cost-centre:{cost_centre.pk}"


def _where(cost_centre: CostCentre | None) -> str:
    return "the whole service" if cost_centre is None else str(cost_centre)
