"""What happens next, as sentences: every state says what runs, what follows, what would stop it, and who can act."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from goals.web import next_events
from goals.web.facts import Facts
from tests.pages.situations import QUESTION, SITUATIONS, WHO, facts

_WORDS_WE_DO_NOT_USE = re.compile(r"please|oops|!|null|None|\b[a-z]+-[a-z]+-[a-z]+\b")


def said(known: Facts) -> list[str]:
    return [
        f"{one['strong']} {one['text']}".strip().replace("\u00a0", " ") for one in next_events.lines(known)
    ]


def pairs(known: Facts) -> dict[str, str]:
    return {one["label"]: one["text"].replace("\u00a0", " ") for one in next_events.pairs(known)}


LIMIT = "It stops and asks a person after round 8, when the budget cannot carry another round, or on "
STORIES = {
    "running": [
        "Round 5 is in its fourth step. It has used 86,420 of the 400,000 tokens held for it and ends by 11:05 at the "
        "latest.",
        "Then round 6 may start by itself: 3 rounds are left, and at least USD 5.18 and 395,700 tokens will be "
        "available.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "armed": [
        "Round 6 may start by itself: 3 rounds are left, and USD 5.18 and 395,700 tokens are available.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "no worker": [
        "What comes next was handed out at 10:21 and no worker has taken it. Whoever runs the service starts a worker; "
        "nothing is spent meanwhile.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "a person's turn": [
        "A turn of Ben Osei is in its first step. It has used 86,420 of the 400,000 tokens held for it and ends by "
        "11:05 at the latest.",
        "Then round 6 may start by itself: 3 rounds are left, and at least USD 5.18 and 395,700 tokens will be "
        "available.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "paused": [
        "No round starts until Ben Osei, Cy Lindholm or Dee Okafor resumes it. Pausing moved no money.",
    ],
    "stopped": [
        "Cy Lindholm answers E-0057 by today 15:10; after that the next person is asked.",
        "Nothing runs and nothing is spent until a person answers. Silence approves nothing.",
    ],
    "stopped, nobody to ask": [
        "Nobody is left to ask; a controller answers E-0057 by today 15:10; after that the next person is asked.",
        "Nothing runs and nothing is spent until a person answers. Silence approves nothing.",
    ],
    "disarmed": [
        "No round starts by itself until Ben Osei, Cy Lindholm or Dee Okafor resumes it.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "no driver": [
        "No round starts: no driver is running. When one runs, a named person resumes the goal.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "frozen": [
        "No round starts until a named person lifts the freeze: A look at the prices.",
        f"{LIMIT}30 Sep 2026, 22:00 UTC.",
    ],
    "claimed": [
        "Cy Lindholm accepts or rejects the claim by today 15:10 (E-0057).",
        "Nothing runs meanwhile. What is not spent stays encumbered in the cost centre until then.",
    ],
    "accepted": ["Nothing follows. What was not spent went back to 4210."],
    "closed": ["Nothing follows. What was not spent went back to 4210."],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_each_state_says_what_follows(name: str) -> None:
    assert said(SITUATIONS[name]) == STORIES[name]


def test_a_lost_call_names_who_says_what_it_cost_and_what_is_held() -> None:
    first = said(SITUATIONS["uncertain"])[0]

    assert first == (
        "Round 2 lost its worker during a model call. Cy Lindholm says (E-0031) what to post; until then 400,000 "
        "tokens and USD 5.00 stay committed."
    )


def test_a_waiting_message_goes_before_the_next_round() -> None:
    assert said(SITUATIONS["waiting message"])[1] == (
        "The message of Ben Osei goes first when round 5 has ended, then the next round."
    )


def test_the_last_round_says_that_a_person_is_asked_after_it() -> None:
    assert said(SITUATIONS["last round"])[1] == (
        "Then round 6 will not start: Goal reached its limit of 5 rounds. The goal then stops and asks a person."
    )


def test_without_a_money_cap_no_money_is_promised() -> None:
    assert said(SITUATIONS["no money cap"])[1] == (
        "Then round 6 may start by itself: 3 rounds are left, and at least 395,700 tokens will be available."
    )


@pytest.mark.parametrize("name", SITUATIONS)
def test_never_more_than_four_sentences_and_all_of_them_end(name: str) -> None:
    extra = [{"glyph": "open", "strong": "", "text": "A sentence of the strategy."}] * 3

    lines = next_events.lines(SITUATIONS[name], extra=extra)

    assert 1 <= len(lines) <= 4
    assert [one["text"] for one in lines if one["text"][-1] not in ".…"] == []


@pytest.mark.parametrize("name", SITUATIONS)
def test_no_codes_and_no_small_talk(name: str) -> None:
    words = " ".join([*said(SITUATIONS[name]), *pairs(SITUATIONS[name]).values()])

    assert _WORDS_WE_DO_NOT_USE.findall(words) == []


def test_who_can_act_is_named_for_what_there_is_to_do() -> None:
    assert pairs(SITUATIONS["running"]) == {
        "Who can pause or stop it": "Ben Osei or Olu Mensah (operator)",
        "Who can raise it": "Cy Lindholm or Dee Okafor, on request",
    }
    assert pairs(SITUATIONS["paused"]) == {
        "Who can resume it": "Ben Osei, Cy Lindholm or Dee Okafor",
        "Who can raise it": "Cy Lindholm or Dee Okafor, on request",
    }
    assert pairs(SITUATIONS["stopped"])["Who answers"] == "Cy Lindholm, by today 15:10 (E-0057)"
    assert pairs(SITUATIONS["accepted"]) == {}


def test_two_signatures_are_asked_for_together() -> None:
    two = facts(who=replace(WHO, signatures=2))

    assert pairs(two)["Who can raise it"] == "Cy Lindholm and Dee Okafor together, on request"


def test_where_nobody_can_sign_a_controller_must_find_somebody() -> None:
    alone = facts(who=replace(WHO, approvers=()))

    assert pairs(alone)["Who can raise it"] == "nobody at this amount: a controller must find an approver"


def test_a_due_time_of_another_day_has_its_day() -> None:
    later = replace(QUESTION, due_at=QUESTION.due_at.replace(day=12))

    assert "by 12 Sep, 15:10" in said(facts(phase="blocked", blocked_code="x", questions=(later,)))[0]
