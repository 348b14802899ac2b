"""The freeze: who stopped all admissions, and the two operations that place and lift one."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers

from governance import freezes
from governance.errors import NotFound
from governance.models import CostCentre, Freeze
from governance.strict.fields import CostCentreCode
from governance.web.api import paths
from governance.web.api.inputs import Body, Reason
from governance.web.api.operation import Call, Listing, Write
from governance.web.api.outputs import Maybe, Number, PersonOut, Text, When


class FreezeOut(serializers.Serializer[Freeze]):
    """`cost_centre` null is the whole service; `lifted_at` null means that it holds now."""

    id = Number(source="pk")
    cost_centre = Text(source="cost_centre.code", allow_null=True)
    reason = Text()
    frozen_by = PersonOut()
    frozen_at = When()
    lifted_by = PersonOut(allow_null=True)
    lifted_at = When(allow_null=True)
    lift_reason = Maybe()


class ListFreezes(Listing):
    """Every freeze, the newest first."""

    Output = FreezeOut

    def run(self, call: Call) -> QuerySet[Freeze]:
        rows = Freeze.objects.select_related("cost_centre", "frozen_by", "lifted_by")
        return rows if call.sight.anything else rows.none()


class PlaceFreeze(Write):
    """Stop every admission at once, for the service or for one cost centre, until a named person lifts it."""

    asks = "freeze admissions"
    status = 201
    Output = FreezeOut
    example = {"reason": "The price book is being checked."}

    class Input(Body):
        reason: Reason
        cost_centre: CostCentreCode | None = None

    def run(self, call: Call) -> Freeze:
        return freezes.freeze(
            acting=call.acting, reason=call.body.reason, cost_centre=_named(call.body.cost_centre)
        )


class LiftFreeze(Write):
    """Open admissions again. Arms nothing."""

    asks = "lift a freeze"
    Output = FreezeOut
    example = {"reason": "The price book is right."}

    class Input(Body):
        reason: Reason

    def run(self, call: Call) -> Freeze:
        if not call.sight.anything:
            raise paths.missing()
        return freezes.lift(
            acting=call.acting, freeze_id=paths.number(call.path["freeze"]), reason=call.body.reason
        )


def _named(code: str | None) -> CostCentre | None:
    if code is None:
        return None
    found = CostCentre.objects.filter(code=code).first()
    if found is None:
        raise NotFound(f"There is no cost centre {code}.", field="cost_centre")
    return found
