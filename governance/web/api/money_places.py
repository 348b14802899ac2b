"""Where money comes from: cost centres, and their envelope for each period."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from governance import envelopes
from governance.cost_centres import CostCentreAsked, open_cost_centre
from governance.models import CostCentre, Envelope
from governance.web.api import paths
from governance.web.api.inputs import Body, Reason
from governance.web.api.operation import Call, Listing, Read, Write
from governance.web.api.outputs import Flag, Money, Text, When

MOST_PERIODS = 120


class FiguresOut(serializers.Serializer[Any]):
    """Budget = spent + encumbered + available, exactly. What is over reads as a negative available."""

    budget = Money()
    spent = Money()
    encumbered = Money()
    available = Money()

    def to_representation(self, instance: Envelope) -> dict[str, Any]:
        return super().to_representation(envelopes.figures(instance))


class EnvelopeOut(serializers.Serializer[Envelope]):
    period = Text()
    currency = Text(source="cost_centre.currency")
    figures = FiguresOut(source="*")
    closed_at = When(allow_null=True)


class CostCentreOut(serializers.Serializer[CostCentre]):
    code = Text()
    name = Text()
    currency = Text()
    suspended = Flag()


class ListCostCentres(Listing):
    """Every cost centre."""

    Output = CostCentreOut
    order = "pk"

    def run(self, call: Call) -> QuerySet[CostCentre]:
        rows = CostCentre.objects.all()
        return rows if call.sight.anything else rows.none()


class OpenCostCentre(Write):
    """Open a cost centre. Before its first envelope only its goals' own caps limit it."""

    asks = "open a cost centre"
    status = 201
    Output = CostCentreOut
    example = {"code": "4230", "name": "Travel", "currency": "USD", "reason": "A new team from December."}

    class Input(CostCentreAsked, Body):
        reason: Reason

    def run(self, call: Call) -> CostCentre:
        asked = call.body.model_dump()
        return open_cost_centre(acting=call.acting, reason=asked.pop("reason"), data=asked)


class ShowCostCentre(Read):
    """One cost centre with its envelopes, the latest period first, at most 120."""

    class Output(CostCentreOut):
        envelopes = EnvelopeOut(many=True, source="latest")

    def run(self, call: Call) -> CostCentre:
        found: Any = CostCentre.objects.filter(code=call.path["cost_centre"][:20]).first()
        if found is None or not call.sight.anything:
            raise paths.missing()
        found.latest = list(found.envelopes.select_related("cost_centre").order_by("-period")[:MOST_PERIODS])
        return found
