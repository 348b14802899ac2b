"""Asking for what is not a goal: a role, a policy, a price, an envelope. A second person signs each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from goals.web.api import reading
from goals.web.api.request_outputs import RequestDetailOut
from governance.authorisations.effects.band import ask_policy
from governance.authorisations.effects.envelope import EnvelopeAsked, ask_envelope
from governance.authorisations.effects.price import PriceAsked, ask_price
from governance.authorisations.effects.role import RoleAsked, ask_role
from governance.authorisations.policy import Policy
from governance.models import Request
from governance.transactions import outermost
from governance.web.api.inputs import Body, Reason
from governance.web.api.operation import Call, Write


class Governing(Write):
    """Base: asks by one verb of governance."""

    Output = RequestDetailOut
    status = 201
    verb: ClassVar[Callable[..., Request]]

    def run(self, call: Call) -> Request:
        data = call.body.model_dump(exclude={"reason"})
        with outermost():
            asked = type(self).verb(acting=call.acting, data=data, reason=call.body.reason)
        return reading.request(asked.pk)


class AskForRole(Governing):
    """Ask for a role for somebody else to sign. Limits belong to approvers."""

    asks = "ask for a role"
    verb = staticmethod(ask_role)
    example = {"person": 3, "role": "operator", "reason": "Olu is on call from Monday."}

    class Input(RoleAsked, Body):
        reason: Reason


class AskForPolicy(Governing):
    """Ask for other approval bands. Requests already asked keep the policy they were asked under."""

    asks = "ask for another policy"
    verb = staticmethod(ask_policy)
    example = {
        "bands": [{"up_to_tokens": None, "up_to_money": None, "signatures": 2}], "answer_hours": 48,
        "reason": "Two people sign everything until the audit is over.",
    }  # fmt: skip

    class Input(Policy, Body):
        reason: Reason


class AskForPrice(Governing):
    """Ask for a row of the price book."""

    asks = "ask for a price"
    verb = staticmethod(ask_price)
    example = {
        "model": "scripted-1", "currency": "USD", "effective_from": "2026-12-01T00:00:00Z",
        "input_per_million": "3.00", "cached_input_per_million": "0.30", "cache_write_per_million": "3.75",
        "output_per_million": "15.00", "reason": "The provider's list of December.",
    }  # fmt: skip

    class Input(PriceAsked, Body):
        reason: Reason


class AskForEnvelope(Governing):
    """Ask for the budget of a cost centre for one period."""

    asks = "ask for an envelope"
    verb = staticmethod(ask_envelope)
    example = {
        "cost_centre": "4210", "period": "2026-12", "budget_money": "500.00", "reason": "The plan of December.",
    }  # fmt: skip

    class Input(EnvelopeAsked, Body):
        reason: Reason
