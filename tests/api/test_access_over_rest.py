"""The access review as JSON: the same rows as on the page, for the same readers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from governance import clock
from governance.people import delegations, leaving
from tests.api.speaking import Speaker
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_it_names_roles_limits_delegations_and_departures(cast: Cast) -> None:
    delegations.delegate(
        acting=cast.acting(cast.dee),
        receiver=cast.eve,
        ends_at=clock.now() + timedelta(days=9),
        reason="Away.",
    )
    leaving.deactivate(acting=cast.acting(cast.ada), person_id=cast.cy.pk, reason="He moved on.")
    answer = Speaker(cast.aud).get("access")

    held = {(one["person"]["name"], one["role"], one["limit_money"]) for one in answer["grants"]}
    gone = {one["name"]: one["deactivated_at"] is not None for one in answer["people"]}
    assert answer.status == 200
    assert ("Dee Okafor", "approver", "100.00") in held
    assert not any(name == "Cy Lindholm" for name, _role, _limit in held)
    assert (gone["Cy Lindholm"], gone["Dee Okafor"]) == (True, False)
    assert [(one["giver"]["name"], one["receiver"]["name"]) for one in answer["delegations"]] == [
        ("Dee Okafor", "Eve Marsh")
    ]


def test_an_earlier_day_is_as_it_was(cast: Cast) -> None:
    leaving.deactivate(acting=cast.acting(cast.ada), person_id=cast.cy.pk, reason="He moved on.")
    answer = Speaker(cast.ada).get("access?on=2026-01-02")

    assert answer["as_of"] == "2026-01-02T23:59:59.000000Z"
    assert "Cy Lindholm" in {one["person"]["name"] for one in answer["grants"]}
    assert {one["deactivated_at"] for one in answer["people"]} == {None}


@pytest.mark.parametrize("day", ["2026-13-01", "yesterday", "2026-1-1", "", "2026-02-30"])
def test_what_is_no_day_is_refused_at_the_field(cast: Cast, day: str) -> None:
    answer = Speaker(cast.ada).get(f"access?on={day}")

    assert (answer.status, answer["field"]) == (400, "on")


@pytest.mark.parametrize("who", ["ben", "cy", "olu", "eve", "bot"])
def test_it_is_not_there_for_others(cast: Cast, who: str) -> None:
    answer = Speaker(getattr(cast, who)).get("access")

    assert (answer.status, answer.code) == (404, "not-found")
