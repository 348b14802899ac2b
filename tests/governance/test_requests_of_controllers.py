"""Roles, policy, prices and envelopes: a controller asks, a second person signs, and it takes effect at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from governance import authorisations, clock, cost_centres, prices
from governance.authorisations import page_digest, policy
from governance.authorisations.effects.band import ask_policy
from governance.authorisations.effects.envelope import ask_envelope
from governance.authorisations.effects.price import ask_price
from governance.authorisations.effects.role import ask_role
from governance.enums import RequestStatus, Role
from governance.errors import Conflict, CountersignError, Forbidden, Invalid, SelfApproval
from governance.models import CostCentre, Envelope, Event, Person, Price, Request, RoleGrant
from governance.people import Limits, limits, may
from tests.cast import HIRED, Cast
from tests.governance.stories import ask

pytestmark = pytest.mark.django_db

PRICE = {
    "model": "meridian-large", "currency": "USD", "effective_from": "2026-09-01T00:00:00Z",
    "input_per_million": "3.00", "cached_input_per_million": "0.30", "cache_write_per_million": "3.75",
    "output_per_million": "15.00",
}  # fmt: skip
POLICY = {
    "bands": [
        {"up_to_tokens": 1_000, "up_to_money": "1.00", "signatures": 1},
        {"up_to_tokens": None, "up_to_money": None, "signatures": 2},
    ],
    "answer_hours": 8,
}


def _ask(cast: Cast, verb: Callable[..., Request], data: object, by: Person | None = None) -> Request:
    with transaction.atomic():
        return verb(acting=cast.acting(by or cast.ada), data=data, reason="It is due.")


def _sign(cast: Cast, request: Request, by: Person) -> Request:
    with transaction.atomic():
        return authorisations.sign(
            acting=cast.acting(by), request=authorisations.lock(request.pk), revision=1, reason="Checked.",
            page_digest=page_digest(request),
        )  # fmt: skip


def _role(person: Person, role: str, **more: Any) -> dict[str, Any]:
    return {"person": person.pk, "role": role, **more}


def test_a_role_is_given_by_two_people(cast: Cast) -> None:
    request = _ask(cast, ask_role, _role(cast.eve, "requester"))
    before = may(cast.eve, Role.REQUESTER)
    _sign(cast, request, cast.dee)
    grant = RoleGrant.objects.get(person=cast.eve)

    assert (before, may(cast.eve, Role.REQUESTER)) == (False, True)
    assert (grant.request, grant.granted_by) == (request, "Ada Brandt and Dee Okafor")
    assert Event.objects.latest("pk").stream == f"person:{cast.eve.pk}"


def test_who_receives_a_role_does_not_sign_for_it(cast: Cast) -> None:
    request = _ask(cast, ask_role, _role(cast.cy, "approver", limit_tokens=2_000_000, limit_money="60.00"))

    with pytest.raises(SelfApproval):
        _sign(cast, request, cast.cy)


def test_an_approver_grants_no_more_than_their_own_limit(cast: Cast) -> None:
    request = _ask(cast, ask_role, _role(cast.eve, "approver", limit_tokens=2_000_000, limit_money="20.00"))

    with pytest.raises(Forbidden) as refused:
        _sign(cast, request, cast.cy)
    _sign(cast, request, cast.dee)

    assert refused.value.code == "over-limit"
    assert limits(cast.eve) == Limits(2_000_000, Decimal(20), "USD")


def test_a_new_limit_takes_the_place_of_the_old_one(cast: Cast) -> None:
    request = _ask(cast, ask_role, _role(cast.cy, "approver", limit_tokens=10, limit_money="1.00"))
    _sign(cast, request, cast.dee)

    assert limits(cast.cy) == Limits(10, Decimal(1), "USD")
    assert RoleGrant.objects.filter(person=cast.cy, ended_at=None).count() == 1


def test_a_cut_limit_passes_on_what_it_no_longer_holds(cast: Cast) -> None:
    waiting = ask(cast)
    cut = _ask(cast, ask_role, _role(cast.cy, "approver", limit_tokens=10, limit_money="1.00"))
    _sign(cast, cut, cast.dee)

    assert Request.objects.get(pk=waiting.pk).assigned_to == cast.dee


@pytest.mark.parametrize("role", ["approver", "controller", "operator"])
def test_a_program_gets_no_role_that_signs_or_decides(cast: Cast, role: str) -> None:
    given = {"limit_tokens": 5, "limit_money": "1.00"} if role == "approver" else {}
    with pytest.raises(Forbidden) as refused:
        _ask(cast, ask_role, _role(cast.bot, role, **given))

    assert refused.value.code == "service-account"


def test_a_program_may_be_a_requester(cast: Cast) -> None:
    _sign(cast, _ask(cast, ask_role, _role(cast.bot, "requester")), cast.dee)

    assert may(cast.bot, Role.REQUESTER)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"role": "superuser"}, "role"),
        ({"role": "requester", "limit_tokens": 5, "limit_money": "1.00"}, "limit_tokens"),
        ({"role": "approver"}, "limit_tokens"),
        ({"role": "approver", "limit_tokens": 5}, "limit_money"),
        ({"role": "approver", "limit_tokens": 5, "limit_money": "0"}, "limit_money"),
        ({"person": True}, "person"),
        ({"person": 10**9}, "person"),
        ({"rôle": "requester"}, "rôle"),
    ],
)
def test_a_senseless_role_is_refused_by_its_field(cast: Cast, change: dict[str, Any], field: str) -> None:
    with pytest.raises(CountersignError) as refused:
        _ask(cast, ask_role, {**_role(cast.eve, "requester"), **change})

    assert refused.value.field == field


@pytest.mark.parametrize("who", ["ben", "cy", "olu", "aud", "eve"])
def test_only_a_controller_asks(cast: Cast, who: str) -> None:
    with pytest.raises(Forbidden) as refused:
        _ask(cast, ask_policy, POLICY, by=getattr(cast, who))

    assert refused.value.code == "role-missing"


def test_the_controller_who_asked_does_not_sign(cast: Cast) -> None:
    request = _ask(cast, ask_policy, POLICY)

    with pytest.raises(SelfApproval):
        _sign(cast, request, cast.ada)


def test_a_second_controller_may_sign_without_a_limit(cast: Cast) -> None:
    RoleGrant.objects.create(person=cast.eve, role=Role.CONTROLLER, valid_from=HIRED, granted_by="a story")
    request = _ask(cast, ask_role, _role(cast.olu, "approver", limit_tokens=10**9, limit_money="5000.00"))

    assert _sign(cast, request, cast.eve).status == RequestStatus.APPROVED


def test_a_signed_policy_holds_from_then_on(cast: Cast) -> None:
    before = ask(cast)
    request = _ask(cast, ask_policy, POLICY)
    _sign(cast, request, cast.cy)
    after = ask(cast)

    assert (policy.current()[1], before.signatures_needed, after.signatures_needed) == (request.ref, 1, 2)
    assert json.loads(after.policy_text)["version"] == request.ref
    assert json.loads(before.policy_text)["version"] == "settings"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"bands": [], "answer_hours": 8}, "bands"),
        ({"bands": [POLICY["bands"][0]], "answer_hours": 8}, "bands"),
        ({**POLICY, "answer_hours": 0}, "answer_hours"),
        ({**POLICY, "bands": [{**POLICY["bands"][0], "signatures": 3}, POLICY["bands"][1]]}, "bands.0.signatures"),
        ({**POLICY, "bands": [{**POLICY["bands"][0], "signatures": True}, POLICY["bands"][1]]},
         "bands.0.signatures"),
        ({**POLICY, "bands": [{**POLICY["bands"][0], "up_to_money": 1.5}, POLICY["bands"][1]]},
         "bands.0.up_to_money"),
    ],
)  # fmt: skip
def test_a_policy_with_a_gap_or_a_loose_number_is_refused(cast: Cast, data: object, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        _ask(cast, ask_policy, data)

    assert refused.value.field == field


def test_a_price_is_a_row_of_the_book_once_signed(cast: Cast) -> None:
    request = _ask(cast, ask_price, PRICE)
    at = datetime(2026, 10, 1, tzinfo=UTC)
    before = prices.price_for("meridian-large", currency="USD", at=at)
    _sign(cast, request, cast.cy)
    row = prices.price_for("meridian-large", currency="USD", at=at)

    assert before is None
    assert (row, row.source, row.request) == (Price.objects.get(), request.ref, request)
    assert f"price:{row.pk}:{row.digest}" in json.loads(Event.objects.latest("pk").body)["covers"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("input_per_million", "3.00001"),
        ("input_per_million", 3),
        ("model", "two words"),
        ("effective_from", "now"),
    ],
)
def test_a_senseless_price_is_refused_by_its_field(cast: Cast, field: str, value: object) -> None:
    with pytest.raises(Invalid) as refused:
        _ask(cast, ask_price, {**PRICE, field: value})

    assert refused.value.field == field


def test_an_envelope_is_set_and_later_set_anew(cast: Cast) -> None:
    for budget in ("400.00", "250.00"):
        data = {"cost_centre": "4210", "period": "2026-12", "budget_money": budget}
        _sign(cast, _ask(cast, ask_envelope, data), cast.cy)

    assert Envelope.objects.get().budget_money == Decimal(250)
    assert Event.objects.latest("pk").sentence.endswith(
        "4210 Accounts payable has USD 250.00 for 2026-12. No money moved."
    )


def test_a_closed_period_is_not_opened_by_a_request(cast: Cast) -> None:
    Envelope.objects.create(
        cost_centre=cast.payables, period="2026-12", budget_money=Decimal(1), closed_at=clock.now()
    )
    request = _ask(cast, ask_envelope, {"cost_centre": "4210", "period": "2026-12", "budget_money": "9.00"})

    with pytest.raises(Conflict) as refused:
        _sign(cast, request, cast.cy)

    assert (refused.value.code, Request.objects.get().status) == ("period-closed", RequestStatus.PENDING)


@pytest.mark.parametrize("period", ["2026-13", "2026-1", "202612", "２０２６-12"])
def test_a_period_is_a_month(cast: Cast, period: str) -> None:
    with pytest.raises(Invalid) as refused:
        _ask(cast, ask_envelope, {"cost_centre": "4210", "period": period, "budget_money": "9.00"})

    assert refused.value.field == "period"


def test_a_controller_opens_and_suspends_a_cost_centre(cast: Cast) -> None:
    acting = cast.acting(cast.ada)
    opened = cost_centres.open_cost_centre(
        acting=acting, data={"code": "4220", "name": "Treasury"}, reason="New team."
    )
    cost_centres.suspend(acting=acting, cost_centre_id=opened.pk, reason="Audit.")

    assert CostCentre.objects.get(code="4220").suspended
    with pytest.raises(Conflict):
        cost_centres.suspend(acting=acting, cost_centre_id=opened.pk, reason="Audit.")
    assert not cost_centres.restore(acting=acting, cost_centre_id=opened.pk, reason="Done.").suspended
    with pytest.raises(Conflict):
        cost_centres.open_cost_centre(acting=acting, data={"code": "4220", "name": "X"}, reason="Again.")
    with pytest.raises(Forbidden):
        cost_centres.suspend(acting=cast.acting(cast.cy), cost_centre_id=opened.pk, reason="Mine.")
