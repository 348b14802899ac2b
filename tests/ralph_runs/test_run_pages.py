"""The page of a run: blockers round by round, handoffs one under the other, and what moved between them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ralph_runs.web import moves
from ralph_runs.web.chains import Chain, chains_of
from tests.ralph_runs.scene import Scene

pytestmark = pytest.mark.django_db

KEY = ("DATABASE_URL is not set", "attempt 2: DATABASE_URL is missing", "Nobody has given DATABASE_URL yet")


def page_of(scene: Scene, client: Client, number: int = 1, who: str = "cy", **query: Any) -> Any:
    client.force_login(getattr(scene.cast, who))
    return client.get(reverse("goal-run", args=[scene.goal.account_id, number]), query)


def plain(sentence: str) -> str:
    """With common spaces, as a test writes them."""
    return sentence.replace("\u00a0", " ")


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_a_stopped_run_says_why_and_shows_the_blocker_in_each_round(scene: Scene, client: Client) -> None:
    scene.blocked_by(*KEY)
    answer = page_of(scene, client)

    [row] = answer.context["strip"]["rows"]
    assert [cell["met"] for cell in row["cells"]] == [True, True, True]
    assert (row["text"], row["count"]) == (KEY[2], "3 of 3")
    assert answer.context["stop"] == scene.runs[0].sentence
    assert "3rd time in a row" in text_of(answer)


def test_handoffs_say_what_moved_and_what_did_not(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0], KEY[1], "The host ledger.example.org refuses the connection")
    told = page_of(scene, client).context["moves"]

    assert [plain(line["moved"].sentence) for line in told] == [
        "The first handoff", "1 blocker stayed", "1 blocker cleared and 1 new blocker",
    ]  # fmt: skip
    assert [line["moved"].moved for line in told] == [True, False, True]


def test_a_round_without_a_report_is_named_and_the_last_handoff_stays(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0])
    scene.round({"status": "nonsense"})
    answer = page_of(scene, client)

    assert answer.context["strip"]["silent"] == [2]
    assert "No handoff: the last good one stays." in text_of(answer)


def test_a_requester_sees_their_own_run_and_an_outsider_none(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0])

    assert [page_of(scene, client, who=who).status_code for who in ("ben", "aud", "eve")] == [200, 200, 404]
    assert page_of(scene, client, number=2).status_code == 404


def test_without_a_log_in_there_is_no_page(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0])

    assert client.get(reverse("goal-run", args=[scene.goal.account_id, 1])).status_code == 302


def test_what_an_agent_wrote_cannot_become_markup(scene: Scene, client: Client) -> None:
    scene.blocked_by("<script>alert(1)</script> in <b>ledger.csv</b>")

    assert b"<script>alert" not in page_of(scene, client).content


def test_the_page_asks_the_same_number_of_questions_whatever_the_rounds(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0])
    page_of(scene, client)
    few = _queries(scene, client)
    scene.blocked_by(
        "The host ledger.example.org is down", "Invoice 4711 has no date", "Ask Eve for the rate"
    )

    assert _queries(scene, client) == few


def test_the_goal_page_leads_to_the_run(scene: Scene, client: Client) -> None:
    scene.blocked_by(KEY[0])
    client.force_login(scene.cast.cy)
    page = client.get(reverse("goal", args=[scene.goal.account_id]))

    assert reverse("goal-run", args=[scene.goal.account_id, 1]) in page.content.decode()


def test_blockers_that_swap_places_keep_their_rows() -> None:
    port, key = "port 5432 on db.example.org is closed", "DATABASE_URL is not set"
    first = {"version": 1, "open_runs": [{"text": port, "rounds": [1]}, {"text": key, "rounds": [1]}]}
    second = {"version": 1, "open_runs": [{"text": key, "rounds": [1, 2]}, {"text": port, "rounds": [1, 2]}]}

    assert [chain.texts for chain in chains_of([(1, first), (2, second)])] == [
        {1: port, 2: port},
        {1: key, 2: key},
    ]


def test_a_chain_longer_than_the_rule_remembers_is_one_row() -> None:
    told = [
        (number, {"version": 1, "open_runs": [{"text": "x", "rounds": list(range(max(1, number - 2), number + 1))}]})
        for number in range(1, 6)
    ]  # fmt: skip

    assert [chain.rounds for chain in chains_of(told)] == [[1, 2, 3, 4, 5]]


def test_steps_that_are_done_are_struck_and_the_words_count() -> None:
    before = {"summary": "", "evidence": ["a"], "nextSteps": ["one", "two"], "blockers": []}
    now = {"summary": "", "evidence": ["a", "b"], "nextSteps": ["two", "three"], "blockers": []}
    moved = moves.between(before, now, number=2, chains=[Chain()])

    assert [(part.text, part.state) for part in moved.next_steps] == [
        ("two", "stayed"),
        ("three", "new"),
        ("one", "gone"),
    ]
    assert plain(moved.sentence) == "1 new piece of evidence, 1 next step gone and 1 new next step"


def _queries(scene: Scene, client: Client) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("goal-run", args=[scene.goal.account_id, 1]))
    return len(queries)
