"""The list of goals: what each viewer sees, filters, keyset pages, and a constant number of queries."""

from __future__ import annotations

from typing import Any

import pytest

from goals import operations
from goals.models import Goal
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.pages.goal_stories import long_goal
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db


def listed(who: Any, query: str = "") -> list[str]:
    """References of the goals on the page, in their order."""
    markup = Visitor(who).get(f"/goals/{query}").markup
    return [part.split("/")[0] for part in markup.split('class="objective" href="/goals/')[1:]]


def several(cast: Cast) -> dict[str, Goal]:
    found = {
        name: signed_goal(cast, objective=f"A goal that is {name}") for name in ("active", "paused", "closed")
    }
    operations.pause(acting=cast.acting(cast.olu), goal_id=found["paused"].pk, revision=1)
    operations.clear(acting=cast.acting(cast.cy), goal_id=found["closed"].pk, revision=1, reason="Done with.")
    return found


def test_each_goal_says_where_it_stands_what_it_spent_and_whose_it_is(cast: Cast) -> None:
    long_goal(cast, 4)

    said = Visitor(cast.aud).get("/goals/").said

    assert "Reconcile the two ledgers of August G-" in said
    assert "Armed, may start 4 of 9 rounds Ben Osei" in said
    assert "1,200 of 900,000 0.06 of 20.00" in said


def test_newest_first_and_everything_for_those_who_see_everything(cast: Cast) -> None:
    goals = several(cast)
    refs = [one.account.ref for one in goals.values()]

    assert listed(cast.aud) == refs[::-1]
    assert listed(cast.ben) == refs[::-1]


def test_a_requester_sees_only_what_is_theirs(cast: Cast) -> None:
    several(cast)
    cast.eve.grants.create(
        role="requester", valid_from=cast.ben.grants.get().valid_from, granted_by="the story"
    )
    mine = signed(cast, asked(cast, by=cast.eve, objective="Eve's wish"))

    assert listed(cast.eve) == [f"G-{mine.account_id:04d}"]


def test_whoever_may_freeze_finds_the_way_to_it_before_anything_is_frozen(cast: Cast) -> None:
    link = 'href="/freezes/"'

    assert [link in Visitor(who).get("/goals/").markup for who in (cast.olu, cast.cy, cast.ben, cast.aud)] == [
        True, True, False, False,
    ]  # fmt: skip


def test_somebody_without_a_role_reads_why_there_is_nothing(cast: Cast) -> None:
    several(cast)

    visitor = Visitor(cast.eve).get("/goals/")

    assert listed(cast.eve) == []
    assert "You have no role here, so there is nothing for you to see." in visitor.said


@pytest.mark.parametrize("phase", ["active", "paused", "closed"])
def test_a_filter_by_phase_shows_that_phase(cast: Cast, phase: str) -> None:
    goals = several(cast)

    assert listed(cast.aud, f"?phase={phase}") == [goals[phase].account.ref]


def test_filters_by_cost_centre_and_owner_and_what_nobody_has(cast: Cast) -> None:
    goals = several(cast)

    assert len(listed(cast.aud, "?cost_centre=4210&owner=ben")) == len(goals)
    assert listed(cast.aud, "?cost_centre=9999") == []
    assert "No goal matches these filters." in Visitor(cast.aud).get("/goals/?owner=cy").said


@pytest.mark.parametrize(
    "query", ["?phase=%00", "?before=abc", "?before=-1", "?owner=%22%3E%3Cscript%3E", "?phase=x"]
)
def test_a_senseless_filter_breaks_nothing(cast: Cast, query: str) -> None:
    signed_goal(cast)

    assert Visitor(cast.aud).get(f"/goals/{query}").status == 200


def test_older_goals_are_reached_by_key_with_the_filters_kept(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goals.web.goal_list.PAGE", 2)
    goals = [signed_goal(cast, objective=f"Wish {number}") for number in range(5)]
    refs = [one.account.ref for one in goals][::-1]

    visitor = Visitor(cast.aud).get("/goals/?owner=ben")
    assert f'href="?owner=ben&amp;before={goals[3].account_id}"' in visitor.markup

    assert listed(cast.aud, f"?owner=ben&before={goals[3].account_id}") == refs[2:4]
    assert listed(cast.aud, f"?owner=ben&before={goals[1].account_id}") == refs[4:]


def test_the_number_of_queries_does_not_grow(cast: Cast) -> None:
    signed_goal(cast, objective="The first")
    few = queries(cast.aud, "/goals/")
    for number in range(8):
        signed_goal(cast, objective=f"Wish {number}")

    assert queries(cast.aud, "/goals/") == few <= 15
