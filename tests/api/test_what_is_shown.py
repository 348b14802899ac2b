"""What an answer holds: figures that add up at every depth, money as strings, times in UTC, pages that do not shift."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from goals.models import Attempt, Goal
from governance.models import Event
from tests.api.speaking import Speaker
from tests.api.world import World, worked
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal

UTC_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    with worked(cast, settings, tmp_path) as world:
        yield world


def test_a_goal_is_its_budget_equation_its_standing_and_what_comes_next(cast: Cast) -> None:
    goal = signed_goal(cast)

    body = Speaker(cast.ben).get(f"goals/{goal.ref}").body

    assert body["tokens"] == {"budget": 400_000, "spent": 0, "committed": 0, "available": 400_000, "over": 0}
    assert body["money"] == {
        "currency": "USD", "budget": "12.00", "spent": "0.00", "committed": "0.00", "available": "12.00",
        "over": "0.00",
    }  # fmt: skip
    assert (body["phase"], body["activation"], body["rounds_started"], body["max_rounds"]) == (
        "active",
        "armed",
        0,
        5,
    )
    assert (body["owner"], body["cost_centre"]) == ({"id": cast.ben.pk, "name": "Ben Osei"}, "4210")
    assert body["next"] == {
        "would_admit": False, "code": "model-unpriced",
        "commands": ["/goal pause", "/goal edit <objective>", "/goal clear"],
        "sentence": "There is no price in force for scripted-1, scripted-2, and an unpriced model is never free.",
    }  # fmt: skip
    assert body["terms"]["budget_money"] == "12.0000000000"


def test_a_goal_without_a_money_cap_has_none(cast: Cast) -> None:
    goal = signed_goal(cast, budget_money=None)

    money = Speaker(cast.ben).get(f"goals/{goal.ref}")["money"]

    assert (money["budget"], money["available"], money["spent"]) == (None, None, "0.00")


def test_a_closed_goal_says_so(cast: Cast) -> None:
    goal, cy = signed_goal(cast), Speaker(cast.cy)

    body = cy.post(f"goals/{goal.ref}/clear", {"revision": 1, "reason": "Enough."}).body

    assert (body["phase"], body["activation"], body["next"]["commands"]) == (
        "closed",
        "disarmed",
        ["/goal <objective>"],
    )
    assert [len(cy.get("goals", phase=phase)["items"]) for phase in ("closed", "active")] == [1, 0]


def test_the_same_total_stands_at_every_depth(world: World) -> None:
    ada, name = Speaker(world.cast.ada), world.goal.ref

    total = ada.get(f"goals/{name}")["tokens"]["spent"]
    ran = ada.get(f"goals/{name}/executions")["items"]
    full = [ada.get(f"executions/{one['id']}").body for one in ran]
    turns = [turn for one in full for turn in one["turns"]]
    steps = [step for turn in turns for step in turn["steps"]]
    attempts = [attempt for step in steps for attempt in step["attempts"]]
    entries = ada.get(f"goals/{name}/statement", limit="200")["items"]

    assert total > 0
    assert {
        "executions": sum(one["spend"]["tokens"] for one in ran),
        "turns": sum(turn["spend"]["tokens"] for turn in turns),
        "steps": sum(step["spend"]["tokens"] for step in steps),
        "attempts": sum(attempt["tokens"] for attempt in attempts),
        "ledger": sum(entry["tokens"] for entry in entries if entry["kind"] in ("post", "overrun")),
        "balance": entries[-1]["balance"]["spent_tokens"],
    } == dict.fromkeys(("executions", "turns", "steps", "attempts", "ledger", "balance"), total)
    assert len(attempts) == Attempt.objects.count()


def test_a_round_by_its_number_is_the_execution_by_its_id(world: World) -> None:
    ada = Speaker(world.cast.ada)

    rounds = ada.get(f"goals/{world.goal.ref}/rounds")["items"]

    assert [one["number"] for one in rounds] == [3, 2, 1]
    assert ada.get(f"goals/{world.goal.ref}/rounds/2").body == ada.get(f"executions/{rounds[1]['id']}").body
    assert ada.get(f"goals/{world.goal.ref}/rounds/4").status == 404


def test_the_transcript_is_read_from_its_beginning(world: World) -> None:
    ada = Speaker(world.cast.ada)

    events = ada.get(f"sessions/{world.goal.session.ref}/messages", limit="200")["items"]

    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert (events[0]["type"], events[0]["data"]["operation"]) == ("goal/change", "create")
    said = next(event for event in events if event["actor"] and event["type"] == "user/message")
    assert (said["actor"]["name"], said["body"]["text"]) == ("Ben Osei", "Mind the entries above 1,000.")


def test_a_tool_call_is_read_with_what_it_was_given_and_gave_back(world: World) -> None:
    ada = Speaker(world.cast.ada)
    first = ada.get(f"goals/{world.goal.ref}/rounds/1")["turns"][0]["steps"][0]["tool_calls"][0]

    body = ada.get(f"tool-calls/{first['id']}").body

    assert body["name"] == first["name"]
    assert isinstance(body["arguments"]["text"], str)
    assert set(first["arguments"]) == {"digest", "bytes", "purged_at", "purge_rule"}


def test_the_record_is_filtered_by_goal_actor_action_and_time(world: World) -> None:
    aud, cast = Speaker(world.cast.aud), world.cast
    everything = aud.get("events", limit="200")["items"]

    assert [event["id"] for event in everything] == list(
        Event.objects.order_by("-pk").values_list("pk", flat=True)[: len(everything)]
    )
    by_olu = aud.get("events", actor=str(cast.olu.pk))["items"]
    assert {(event["actor"]["name"], event["action"].split(".")[0]) for event in by_olu} == {
        ("Olu Mensah", "freeze")
    }
    assert {event["goal"] for event in aud.get("events", goal=world.goal.ref)["items"]} == {world.goal.ref}
    (placed,) = aud.get("events", action="freeze.placed")["items"]
    assert aud.get("events", action="freeze.placed", until=placed["at"])["items"] == []
    assert len(aud.get("events", action="freeze.placed", since=placed["at"])["items"]) == 1
    assert aud.get(f"events/{placed['id']}")["body"]["sentence"] == placed["sentence"]


def test_every_time_is_utc_and_no_amount_is_a_float(world: World) -> None:
    ada = Speaker(world.cast.ada)
    bodies = [ada.get(f"goals/{world.goal.ref}").body, ada.get(f"goals/{world.goal.ref}/rounds/1").body]

    leaves = [leaf for body in bodies for leaf in _leaves(body)]

    times = [value for name, value in leaves if name.endswith(("_at", "_until")) and value is not None]
    assert times
    assert [value for value in times if not UTC_INSTANT.fullmatch(value)] == []
    assert [leaf for leaf in leaves if isinstance(leaf[1], float)] == []
    assert Decimal(bodies[0]["money"]["spent"]) >= 0


def test_pages_do_not_shift_while_rows_are_added(cast: Cast) -> None:
    first = [asked(cast, objective=f"Wish {number}").ref for number in range(5)]
    ada = Speaker(cast.ada)

    page = ada.get("requests", limit="2")
    asked(cast, objective="A late one")
    second = ada.get("requests", limit="2", cursor=page["next_cursor"])
    third = ada.get("requests", limit="2", cursor=second["next_cursor"])

    refs = [item["ref"] for answer in (page, second, third) for item in answer["items"]]
    assert (refs, third["next_cursor"]) == (first[::-1], None)


def test_a_list_of_goals_takes_the_same_queries_whatever_its_length(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    ada = Speaker(cast.ada)
    signed_goal(cast)
    ada.get("goals")

    for wish in ("July", "June"):
        with django_assert_num_queries(6):
            ada.get("goals")
        signed_goal(cast, objective=wish)


def test_a_request_hands_out_the_digest_that_a_decision_hands_back(cast: Cast) -> None:
    cy, request = Speaker(cast.cy), asked(cast)
    shown = cy.get(f"requests/{request.ref}").body

    answer = cy.post(
        f"requests/{request.ref}/sign",
        {"revision": shown["revision"], "page_digest": shown["page_digest"], "reason": "Inside the plan."},
    )

    (signature,) = answer["signatures"]
    assert (answer["status"], signature["name"], signature["limit_money"]) == (
        "approved",
        "Cy Lindholm",
        "30.00",
    )
    assert Goal.objects.get().ref == answer["goal"]


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, name)
    else:
        yield name, value
