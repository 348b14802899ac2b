"""Narrower terms by a form: at once, with a reason; what would widen is refused at its field and leads to a request."""

from __future__ import annotations

from typing import Any

import pytest

from goals.models import Goal
from goals.terms import read_terms
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
STANDING = {
    "budget_tokens": "400,000", "budget_money": "12.00", "max_rounds": "5", "per_round_tokens": "",
    "per_round_money": "", "per_turn_tokens": "", "round_seconds": "600", "valid_until": "2027-12-31T18:00",
    "models": ["scripted-1", "scripted-2"], "tools": ["list_files", "read_file"], "reason": "A smaller plan.",
}  # fmt: skip


def send(who: Any, goal: Goal, **changes: Any) -> Visitor:
    path = f"/goals/{goal.account.ref}/change/"
    visitor = Visitor(who).get(path)
    return visitor.post(path, **{**STANDING, **changes}, **visitor.hidden(path))


def terms_of(goal: Goal) -> dict[str, Any]:
    account = type(goal.account).objects.select_related("terms").get(pk=goal.account_id)
    return read_terms(account.terms.text).model_dump()


@pytest.mark.parametrize(
    ("field", "given", "then"),
    [
        ("budget_tokens", "300 000", 300_000),
        ("max_rounds", "2", 2),
        ("per_round_tokens", "90,000", 90_000),
        ("round_seconds", "300", 300),
        ("tools", ["read_file"], ("read_file",)),
        ("models", ["scripted-2"], ("scripted-2",)),
    ],
)
def test_narrower_terms_stand_at_once(cast: Cast, field: str, given: Any, then: Any) -> None:
    goal = signed_goal(cast)

    visitor = send(cast.ben, goal, **{field: given})

    assert "The terms are narrower from now on." in visitor.said
    assert terms_of(goal)[field] == then


def test_an_earlier_end_stands_at_once(cast: Cast) -> None:
    goal = signed_goal(cast)

    send(cast.olu, goal, valid_until="2027-06-30T12:00")

    assert f"{terms_of(goal)['valid_until']:%Y-%m-%d %H:%M}" == "2027-06-30 12:00"


def test_all_tools_can_be_taken_away(cast: Cast) -> None:
    goal = signed_goal(cast)

    send(cast.ben, goal, tools=[])

    assert terms_of(goal)["tools"] == ()


@pytest.mark.parametrize(
    ("field", "given", "said"),
    [
        ("budget_tokens", "900000", "This would widen budget tokens, which needs a signature"),
        ("budget_money", "", "This would widen budget money, which needs a signature"),
        ("max_rounds", "９", "Give a whole number in plain digits, such as 400,000."),
        ("budget_tokens", "1e3", "Give a whole number in plain digits, such as 400,000."),
        ("budget_money", "12,00.x", "is not an amount of money"),
        ("valid_until", "soon", "valid_until"),
        ("reason", " ", "Give a reason; it is kept in the record."),
    ],
)
def test_what_cannot_be_said_is_refused_in_words_and_changes_nothing(
    cast: Cast, field: str, given: str, said: str
) -> None:
    goal = signed_goal(cast)
    before = terms_of(goal)

    visitor = send(cast.ben, goal, **{field: given})

    assert (visitor.status, terms_of(goal)) == (400, before)
    assert said in visitor.said


def test_what_would_widen_leads_to_a_request(cast: Cast) -> None:
    goal = signed_goal(cast)

    visitor = send(cast.ben, goal, max_rounds="9")

    assert f'href="/requests/new/?goal={goal.account.ref}"' in visitor.markup
    assert "What you wrote would widen them." in visitor.said


def test_terms_that_moved_meanwhile_are_read_again(cast: Cast) -> None:
    goal = signed_goal(cast)
    path = f"/goals/{goal.account.ref}/change/"
    late = Visitor(cast.cy).get(path)
    base = late.hidden(path)
    send(cast.ben, goal, max_rounds="3")

    late.post(path, **{**STANDING, "max_rounds": "2"}, **base)

    assert (late.status, terms_of(goal)["max_rounds"]) == (409, 3)
    assert "have moved to version 2 since they were read" in late.said


@pytest.mark.parametrize("who", ["ben", "cy", "dee", "ada", "olu", "aud"])
def test_who_may_has_the_form_and_the_others_a_sentence(cast: Cast, who: str) -> None:
    goal = signed_goal(cast)

    visitor = Visitor(getattr(cast, who)).get(f"/goals/{goal.account.ref}/change/")

    refused = "Only Ben Osei, or an approver, a controller or an operator, can narrow these terms."
    assert ("Narrow the terms" in visitor.said, refused in visitor.said) == (who != "aud", who == "aud")


def test_who_may_not_is_refused_by_the_verb_as_well(cast: Cast) -> None:
    goal = signed_goal(cast)
    base = {"base": goal.account.terms.digest}

    visitor = Visitor(cast.aud).post(
        f"/goals/{goal.account.ref}/change/", **{**STANDING, "max_rounds": "2"}, **base
    )

    assert (visitor.status, terms_of(goal)["max_rounds"]) == (403, 5)
