"""Opening a cost centre and suspending its spending, by a controller. Outermost verbs, one event each."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from pydantic import BaseModel, ConfigDict

from governance import audit, clock, strict, wording
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Conflict
from governance.models import Account, CostCentre
from governance.people import requiring
from governance.strict.fields import CostCentreCode, CurrencyCode, PlaceName
from governance.transactions import outermost

_CONTROL = frozenset({Role.CONTROLLER})


class CostCentreAsked(BaseModel):
    """A code of up to 20 characters that nothing else has, a name, and the currency of its budgets."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: CostCentreCode
    name: PlaceName
    currency: CurrencyCode = "USD"


def open_cost_centre(*, acting: Acting, data: dict[str, Any], reason: str) -> CostCentre:
    """A new place that money comes from. Before its first envelope is signed only its goals' own caps limit it.

    `data` as in `CostCentreAsked`. Raises Conflict `already-exists` for a code in use.
    """
    person = requiring.named_person(acting, to="open a cost centre")
    requiring.one_of(person, _CONTROL, clock.now(), to="open a cost centre")
    asked = strict.parse(CostCentreAsked, data, noun="The inputs")
    why = strict.reason(reason)
    with outermost():
        try:
            with transaction.atomic():
                opened = CostCentre.objects.create(**asked.model_dump())
        except IntegrityError:
            raise Conflict(
                f"There is already a cost centre {asked.code}.", code="already-exists", field="code"
            ) from None
        audit.record(
            acting=acting,
            on=opened,
            action="cost-centre.opened",
            sentence=f"{person} opened the cost centre {opened} because {wording.because(why)} No money moved.",
            facts={"code": opened.code, "name": opened.name, "currency": opened.currency},
        )
        return opened


def suspend(*, acting: Acting, cost_centre_id: int, reason: str) -> CostCentre:
    """Stop all spending of a cost centre: its goals are disarmed at their next admission."""
    return _set(acting, cost_centre_id, reason, suspended=True, said="suspended")


def restore(*, acting: Acting, cost_centre_id: int, reason: str) -> CostCentre:
    """Let a suspended cost centre spend again. Arms nothing."""
    return _set(acting, cost_centre_id, reason, suspended=False, said="restored")


def _set(acting: Acting, cost_centre_id: int, reason: str, *, suspended: bool, said: str) -> CostCentre:
    person = requiring.named_person(acting, to=f"have a cost centre {said}")
    requiring.one_of(person, _CONTROL, clock.now(), to=f"have a cost centre {said}")
    why = strict.reason(reason)
    with outermost():
        accounts = list(
            Account.objects.select_for_update(no_key=True)
            .filter(cost_centre_id=cost_centre_id)
            .order_by("pk")
        )
        centre = CostCentre.objects.select_for_update(no_key=True).get(pk=cost_centre_id)
        if centre.suspended is suspended:
            raise Conflict(f"{centre} is already {said}.", code="already-decided")
        Account.objects.filter(pk__in=[account.pk for account in accounts]).update(suspended=suspended)
        centre.suspended = suspended
        centre.save(update_fields=["suspended"])
        audit.record(
            acting=acting,
            on=centre,
            action=f"cost-centre.{said}",
            sentence=f"{person} {said} spending of {centre}, {len(accounts)} goals, because "
            f"{wording.because(why)} No money moved.",
            facts={"goals": [account.ref for account in accounts]},
        )
        return centre
