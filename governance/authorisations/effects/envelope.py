"""The budget of a cost centre for one period. It moves no money by itself: each goal is still signed for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from governance import canonical, strict, wording
from governance.actors import Acting
from governance.authorisations import kinds
from governance.authorisations.asking import Draft, ask
from governance.authorisations.effects.controlling import Controlling
from governance.enums import RequestKind
from governance.errors import Conflict, NotFound
from governance.models import CostCentre, Envelope, Request, Signature
from governance.strict.fields import Amount, CostCentreCode, Period


class EnvelopeAsked(BaseModel):
    """The new absolute budget; below what is already kept or spent nothing more can be signed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    cost_centre: CostCentreCode
    period: Period
    budget_money: Amount


class EnvelopeKind(Controlling):
    kind = RequestKind.ENVELOPE

    def lock(self, request: Request) -> None:
        asked = read(request)
        list(
            Envelope.objects.select_for_update(no_key=True).filter(
                cost_centre_id=request.cost_centre_id, period=asked.period
            )
        )

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> kinds.Outcome:
        asked = read(request)
        assert request.cost_centre_id is not None
        centre = CostCentre.objects.select_for_update(no_key=True).get(pk=request.cost_centre_id)
        envelope, _made = Envelope.objects.get_or_create(
            cost_centre=centre, period=asked.period, defaults={"budget_money": asked.budget_money}
        )
        if envelope.closed_at is not None:
            raise Conflict(f"The period {asked.period} of {centre} is closed.", code="period-closed")
        before = envelope.budget_money
        Envelope.objects.filter(pk=envelope.pk).update(budget_money=asked.budget_money)
        budget = wording.amount(asked.budget_money, centre.currency)
        return kinds.Outcome(
            on=centre,
            sentence=f"{centre} has {budget} for {asked.period}. No money moved.",
            facts={
                "envelope": envelope.pk,
                "period": asked.period,
                "budget": asked.budget_money,
                "before": before,
            },
        )


def ask_envelope(*, acting: Acting, data: object, reason: str) -> Request:
    """Ask for a cost centre's budget. Composable. `data` as `EnvelopeAsked`; raises Invalid naming the field."""
    asked = strict.parse(EnvelopeAsked, data, noun="The envelope's fields")
    centre = CostCentre.objects.filter(code=asked.cost_centre).first()
    if centre is None:
        raise NotFound(f"There is no cost centre {asked.cost_centre}.", field="cost_centre")
    return ask(
        acting=acting,
        draft=Draft(
            kind=RequestKind.ENVELOPE,
            title=f"{wording.amount(asked.budget_money, centre.currency)} for {centre} in {asked.period}",
            reason=reason,
            text=canonical.text(asked.model_dump()),
            cost_centre=centre,
            currency=centre.currency,
        ),
    )


def read(request: Request) -> EnvelopeAsked:
    """What a stored request asks for."""
    return EnvelopeAsked.model_validate(json.loads(request.terms_text))
