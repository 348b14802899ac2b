"""The heart: five questions answered above the fold, figures that equal the ledger, a constant number of queries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goals import operations
from goals.models import GoalTotals
from governance.money import ZERO
from governance.web.format import amount, tokens
from tests.api.world import World, lose_a_call, worked
from tests.cast import Cast
from tests.goals.agent_stories import signed_goal as told_goal
from tests.goals.approvals import signed_goal
from tests.pages.goal_stories import long_goal, many_entries, reread
from tests.pages.visiting import Visitor, queries, written

pytestmark = pytest.mark.django_db
MOST_QUERIES = 30


def page(who: Any, goal: Any) -> Visitor:
    return Visitor(who).get(f"/goals/{goal.account.ref}/")


@pytest.mark.parametrize("who", ["ben", "cy", "dee", "ada", "olu", "aud"])
def test_whoever_may_see_it_finds_the_five_answers(cast: Cast, who: str) -> None:
    said = page(getattr(cast, who), signed_goal(cast)).said

    assert "Who approved? Cy Lindholm one signature," in said
    assert "How much? USD 0.00 of 12.00 0 tokens" in said
    assert "Why stopped? Not stopped 0 rounds of 5" in said
    assert "What is uncertain? Nothing no model was called yet" in said
    assert "Is it complete? Not claimed no round has said so" in said


def test_somebody_without_a_role_sees_nothing_of_it(cast: Cast) -> None:
    assert page(cast.eve, signed_goal(cast)).status == 404


def test_the_signature_card_says_who_signed_as_what_up_to_which_limit(cast: Cast) -> None:
    said = page(cast.aud, signed_goal(cast)).said

    assert "Ben Osei asked Procurement analyst" in said
    assert "Cy Lindholm signed Team lead limit USD 30.00 or 1,000,000 tokens" in said
    assert "match what was signed." in said


def test_opening_it_changes_nothing(cast: Cast) -> None:
    goal = signed_goal(cast)
    before = written()

    page(cast.cy, goal)

    assert written() == before


@pytest.mark.django_db
def test_rounds_turns_and_steps_add_up_to_the_ledger_and_say_so(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with told_goal(cast, settings, tmp_path, script="echo") as story:
        story.rounds(2)
        story.says("And then?")
        visitor = page(cast.ben, story.fresh())

    spent = story.goal.account.spent_tokens
    assert f"Rounds, turns, steps and ledger agree: {tokens(spent)} tokens" in visitor.said
    assert "Human turn Ben Osei" in visitor.said
    assert "Goal, spent 2 rounds settled 2 rounds settled" in visitor.said


def test_a_ledger_that_says_something_else_is_not_called_agreement(cast: Cast) -> None:
    goal = long_goal(cast, 3)
    GoalTotals.objects.filter(goal=goal).update(tokens=899)

    said = page(cast.aud, goal).said

    assert "These do not agree: the ledger says 900 tokens" in said
    assert "ledger agree" not in said


def test_displayed_lines_add_up_to_the_displayed_total(cast: Cast) -> None:
    goal = long_goal(cast, 5)

    shown = [
        line.split("</td>")[-2].rpartition(">")[2] for line in _rows(page(cast.aud, goal).markup, "round")
    ]
    rounding = [
        line.split("</td>")[-2].rpartition(">")[2] for line in _rows(page(cast.aud, goal).markup, "turn")
    ][-1]

    assert (shown, rounding) == (["0.01"] * 5, "+0.02")
    assert amount(goal.account.spent_money) == "0.07"


def _rows(markup: str, level: str) -> list[str]:
    return [
        row.split("</tr>")[0]
        for row in markup.split("<tr ")
        if row.startswith((f'class="{level}"', f'class="{level} '))
    ]


@pytest.mark.django_db
def test_a_call_that_nobody_saw_answered_is_marked_and_its_hold_told(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with told_goal(cast, settings, tmp_path) as story:
        lose_a_call(cast, story.goal)
        said = page(cast.cy, story.fresh()).said

    assert "What is uncertain? Round 1 600 tokens held until a person says" in said
    assert "unknown until a person says" in said
    assert "Uncertain : round 1 lost its worker during a model call." in said


@pytest.mark.django_db
def test_usage_that_was_not_reported_is_named_on_its_line(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with told_goal(cast, settings, tmp_path, script="echo") as story:
        story.endpoint.plan(usage="absent")
        story.round()
        said = page(cast.cy, story.fresh()).said

    assert "1 call of 1 not reported" in said
    assert "unknown, full hold counted" in said


def test_the_number_of_queries_does_not_grow_with_the_goal(cast: Cast) -> None:
    few, many = long_goal(cast, 1), long_goal(cast, 30, objective="Another goal of thirty rounds")

    counts = [queries(cast.cy, f"/goals/{goal.account.ref}/") for goal in (few, many)]

    assert counts[0] == counts[1] <= MOST_QUERIES


def test_two_thousand_rounds_cost_no_more_than_thirty(cast: Cast) -> None:
    goal = long_goal(cast, 30, objective="A goal of thirty rounds")
    huge = long_goal(cast, 2_000, budget_money="30.00")
    many_entries(huge, 60)

    counts = [queries(cast.cy, f"/goals/{one.account.ref}/") for one in (goal, huge)]
    said = page(cast.cy, huge).said

    assert counts[0] == counts[1] <= MOST_QUERIES
    assert "Rounds 1 to 1,988" in said
    assert "Rounds, turns, steps and ledger agree: 600,000 tokens, USD 27.60." in said


def test_earlier_rounds_are_reached_by_key_and_every_page_adds_up(cast: Cast) -> None:
    goal = long_goal(cast, 30)
    visitor = page(cast.cy, goal)
    assert "Rounds 1 to 18" in visitor.said

    first = visitor.markup.split("?rounds=")[1].split("#")[0]
    visitor.get(f"/goals/{goal.account.ref}/?rounds={first}")

    assert "Rounds 1 to 6" in visitor.said
    assert "From round 19 on" in visitor.said
    assert "ledger agree: 9,000 tokens" in visitor.said


def test_the_foot_names_the_chain_and_what_was_checked(cast: Cast) -> None:
    goal = reread(signed_goal(cast))

    assert (
        f"{goal.account.ref}, revision 1. Chain of 1 entry, last {goal.account.stream_head[:4]}…"
        f"{goal.account.stream_head[-4:]}; the 1 entry shown hold" in page(cast.aud, goal).said
    )


def test_over_the_budget_is_said_with_the_amount(cast: Cast) -> None:
    goal = long_goal(cast, 4)
    type(goal.account).objects.filter(pk=goal.account_id).update(
        budget_tokens=1_000, over_tokens=200, budget_money=ZERO + 1
    )

    assert "over by 200 tokens" in page(cast.aud, goal).said


@pytest.mark.django_db
def test_a_claimed_goal_offers_the_decision_to_those_who_may_take_it(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with worked(cast, settings, tmp_path) as world:
        seen = {
            who: "Accept or reject" in page(getattr(cast, who), world.goal).said
            for who in ("ben", "cy", "olu", "aud")
        }

    assert seen == {"ben": True, "cy": True, "olu": False, "aud": False}


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Any:
    with worked(cast, settings, tmp_path) as found:
        yield found


@pytest.mark.django_db
def test_a_live_page_asks_again_only_while_something_may_happen(world: World, cast: Cast) -> None:
    assert "hx-get" not in page(cast.ben, world.goal).markup
    assert 'hx-trigger="every 2s"' in page(cast.ben, signed_goal(cast)).markup


def test_a_live_page_is_drawn_again_only_where_something_moved(cast: Cast) -> None:
    goal = signed_goal(cast)
    asks = page(cast.ben, goal).markup.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    visitor = Visitor(cast.ben).get(asks)

    assert 'id="goal-as-of"' in visitor.markup
    assert 'id="goal-answers"' not in visitor.markup

    many_entries(goal, 1)
    visitor.get(asks)
    assert 'id="goal-answers" hx-swap-oob="true"' in visitor.markup
    assert 'id="goal-head"' not in visitor.markup

    operations.pause(acting=cast.acting(cast.olu), goal_id=goal.pk, revision=1, reason="a look")
    assert 'id="goal-head" hx-swap-oob="true"' in visitor.get(asks).markup
