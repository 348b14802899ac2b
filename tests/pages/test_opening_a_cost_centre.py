"""A controller opens a cost centre in a page or by the API: one row, one event; nobody else, no odd values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from governance.models import CostCentre, Event
from tests.cast import Cast
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
GIVEN = {"code": "4230", "name": "Travel", "currency": "USD", "reason": "A new team from December."}


def _post(cast: Cast, **other: Any) -> Visitor:
    return Visitor(cast.ada).post("/budgets/open/", **{**GIVEN, **other})


def test_the_budget_page_leads_a_controller_there_and_nobody_else(cast: Cast) -> None:
    assert 'href="/budgets/open/"' in Visitor(cast.ada).get("/budgets/").markup
    assert 'href="/budgets/open/"' not in Visitor(cast.cy).get("/budgets/").markup


def test_it_is_opened_with_one_event_and_shown(cast: Cast) -> None:
    page = _post(cast)

    assert "You opened 4230 Travel. It has no envelope yet. No money moved." in page.said
    assert list(CostCentre.objects.filter(code="4230").values_list("name", "currency")) == [("Travel", "USD")]
    assert [event.sentence for event in Event.objects.filter(action="cost-centre.opened")] == [
        "Ada Brandt opened the cost centre 4230 Travel because A new team from December. No money moved."
    ]


def test_nobody_but_a_controller_opens_one(cast: Cast) -> None:
    for person in (cast.ben, cast.cy, cast.olu, cast.aud):
        page = Visitor(person).post("/budgets/open/", **GIVEN)

        assert (page.status, CostCentre.objects.filter(code="4230").exists()) == (403, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [("code", ""), ("code", "４２３０"), ("code", "42 30"), ("code", "4" * 21), ("code", "4210"), ("name", ""),
     ("name", "a\u202eb"), ("name", "x" * 121), ("currency", "usd"), ("currency", "EURO")],
)  # fmt: skip
def test_odd_values_are_refused_under_their_field_and_kept_in_the_form(
    cast: Cast, field: str, value: str
) -> None:
    before = CostCentre.objects.count()
    page = _post(cast, **{field: value})

    assert (page.status, CostCentre.objects.count()) == (400, before)
    assert f'id="f-{field}-error"' in page.markup


def test_a_reason_is_asked_for(cast: Cast) -> None:
    page = _post(cast, reason=" ")

    assert (page.status, CostCentre.objects.filter(code="4230").exists()) == (400, False)
    assert "Give a reason; it is kept in the record." in page.said


def test_the_api_opens_one_too(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.ada)
    answer = client.post(
        "/api/v1/cost-centres", json.dumps(GIVEN), content_type="application/json", HTTP_IDEMPOTENCY_KEY="one",
    )  # fmt: skip

    assert (answer.status_code, answer.json()) == (
        201, {"code": "4230", "name": "Travel", "currency": "USD", "suspended": False},
    )  # fmt: skip
