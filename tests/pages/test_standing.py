"""Phase and activation as one sentence, the stop bar, and the five answers, in every state."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from goals.web import five_answers, standing
from goals.web.facts import Facts
from goals.web.five_answers import Books, Signed
from tests.pages.situations import SITUATIONS

SIGNED = Signed(by=["Cy Lindholm", "Dee Okafor"], at=datetime(2026, 9, 3, 11, 36, tzinfo=UTC), ended="")
BOOKS: dict[str, Any] = {
    "tokens": 1_204_300, "money": Decimal("14.82"), "budget_tokens": 2_000_000, "cap": Decimal(25), "over": "",
    "attempts": 31, "doubtful": 0, "doubtful_tokens": 0, "doubtful_money": Decimal(0),
}  # fmt: skip
STATES = {
    "armed": "Armed and active. Round 6 of at most 8 may start.",
    "running": "Running, active and armed. Round 5 of at most 8 started today at 10:05.",
    "a person's turn": "Running, a person’s turn. A turn of Ben Osei started today at 10:05.",
    "uncertain": "Uncertain: round 2 lost its worker during a model call. A person looks.",
    "disarmed": "Disarmed, active, but without permission to start a round: a named person must resume it.",
    "no driver": "Disarmed, active, but without permission to start a round: no driver is running.",
    "frozen": "Frozen by Ada Brandt. The goal is active; no round may start.",
    "paused": "Paused by Olu Mensah on 3 Sep at 09:26, because “bank charges are not posted yet”.",
    "paused in a round": "Paused. Round 5 ends before its next step.",
    "stopped": "Stopped today at 09:26. Nothing runs and nothing is spent until a person answers.",
    "rejected": "Stopped. A named person resumes it.",
    "claimed": "Completion claimed by the agent in round 5 today at 08:26. It waits for a person to accept it.",
    "accepted": "Complete and accepted. Claimed by the agent in round 5 today at 08:26, accepted by Cy Lindholm today "
    "at 09:26.",
    "closed": "Closed by Olu Mensah on 3 Sep at 09:26. Nothing runs in it any more.",
}  # fmt: skip


def state(known: Facts) -> str:
    found = standing.state_of(known)
    return f"{found['word']}{found['text']}".replace("\u00a0", " ")


def answers(name: str, **books: Any) -> dict[str, tuple[str, str]]:
    found = five_answers.answers(SITUATIONS[name], Books(**{**BOOKS, **books}), SIGNED, viewer_id=3)
    return {
        one["question"]: (one["answer"].replace("\u00a0", " "), one["support"].replace("\u00a0", " "))
        for one in found
    }


@pytest.mark.parametrize("name", STATES)
def test_each_state_is_one_sentence(name: str) -> None:
    assert state(SITUATIONS[name]) == STATES[name]


def test_a_stop_is_said_once_in_the_words_it_was_made_with() -> None:
    assert standing.stop_of(SITUATIONS["stopped"]) == (
        "Stopped after round 5: rounds 3, 4 and 5 each reported the same."
    )
    assert standing.stop_of(SITUATIONS["stopped by the cap"]) == (
        "Stopped after round 5. Goal reached its configured limit of 8 rounds."
    )
    assert (
        standing.stop_of(SITUATIONS["frozen"])
        == "Frozen by Ada Brandt: A look at the prices. No round may start."
    )


@pytest.mark.parametrize("name", ["armed", "running", "paused", "claimed", "accepted", "closed", "uncertain"])
def test_where_nothing_is_stopped_there_is_no_stop_bar(name: str) -> None:
    assert standing.stop_of(SITUATIONS[name]) == ""


def test_the_five_questions_are_answered_in_their_order() -> None:
    assert answers("running") == {
        "Who approved?": ("Cy Lindholm and Dee Okafor", "two signatures, 3 Sep 2026"),
        "How much?": ("USD 14.82 of 25.00", "1,204,300 tokens"),
        "Why stopped?": ("Not stopped", "5 rounds of 8"),
        "What is uncertain?": ("Nothing", "all usage reported"),
        "Is it complete?": ("Not claimed", "no round has said so"),
    }


def test_on_a_stopped_goal_the_bar_answers_the_third_and_who_answers_closes() -> None:
    assert list(answers("stopped")) == [
        "Who approved?", "How much?", "What is uncertain?", "Is it complete?", "Who answers?",
    ]  # fmt: skip
    assert answers("stopped")["Who answers?"] == (
        "You, by today 15:10",
        "E-0057; then the next person is asked",
    )


def test_unknown_usage_is_counted_and_named_never_nothing() -> None:
    told = answers("running", doubtful=2, doubtful_tokens=9_000, doubtful_money=Decimal("0.42"))

    assert told["What is uncertain?"] == (
        "2 calls of 31 not reported",
        "9,000 tokens and USD 0.42 counted for them",
    )


def test_a_lost_call_is_what_is_uncertain() -> None:
    assert answers("uncertain")["What is uncertain?"] == (
        "Round 2",
        "400,000 tokens held until a person says",
    )


def test_without_a_cap_the_budget_is_told_in_tokens() -> None:
    assert answers("running", cap=None)["How much?"] == (
        "1,204,300 of 2,000,000 tokens", "USD 14.82, no money cap",
    )  # fmt: skip


def test_over_the_budget_is_said_beside_the_amount() -> None:
    assert answers("running", over="over by USD 1.20")["How much?"][1] == "over by USD 1.20"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("paused", ("Paused by Olu Mensah", "bank charges are not posted yet")),
        ("closed", ("Closed by Olu Mensah", "on 3 Sep at 09:26")),
        ("disarmed", ("Disarmed", "a named person must resume it")),
        ("lapsed", ("No signature is in force", "The authorisation expired on 1 Sep 2026 at 22:00 UTC.")),
        ("claimed", ("Completion is claimed", "nothing runs until a person decides")),
        ("accepted", ("It is complete", "nothing runs any more")),
    ],
)
def test_why_it_stands_still(name: str, why: tuple[str, str]) -> None:
    assert answers(name)["Why stopped?"] == why


def test_paper_says_its_days_with_their_year() -> None:
    told = standing.outcome_of(SITUATIONS["accepted"])

    assert f"{told['word']}{told['text']}".replace("\u00a0", " ") == (
        "Complete and accepted. Claimed by the agent in round 5 on 10 Sep 2026, accepted by Cy Lindholm on 10 Sep 2026."
    )
