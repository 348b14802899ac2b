"""The forms that ask: what a budget means before it is asked for, refusals at the field, and who may ask."""

from __future__ import annotations

from typing import Any

import pytest

from governance.models import Event, Request
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
TYPED = {
    "objective": "Collect the September statements", "cost_centre": "4210", "budget_money": "12.00",
    "budget_tokens": "400,000", "max_rounds": "8", "valid_until": "2027-12-31", "strategy": "same-session",
    "blocker_threshold": "3", "models": "scripted-1", "tools": "read_file", "round_seconds": "600",
    "reason": "Nobody has the time.", "act": "ask",
}  # fmt: skip


def ask(person: Any, **changes: str) -> Visitor:
    return Visitor(person).post("/requests/new/", **{**TYPED, **changes})


def test_asking_makes_one_request_and_shows_it(cast: Cast) -> None:
    visitor = ask(cast.ben)
    request = Request.objects.get()

    assert (visitor.status, request.total_tokens, request.status) == (200, 400_000, "pending")
    assert f"You asked for it as {request.ref}. Nothing is set aside before it is signed." in visitor.said


@pytest.mark.parametrize("who", ["cy", "dee", "ada", "olu", "aud", "eve"])
def test_whoever_may_not_ask_sees_why_and_is_refused(cast: Cast, who: str) -> None:
    person = getattr(cast, who)
    shown, posted = Visitor(person).get("/requests/new/"), ask(person)

    assert "asking for a goal needs the role requester" in shown.said
    assert (posted.status, Request.objects.count()) == (403, 0)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("budget_tokens", "08", "The token budget is a whole number from 1, such as 400,000."),
        ("budget_tokens", "1.0", "The token budget is a whole number from 1"),
        ("budget_money", "12,50", "The money cap is an amount with a point for the decimals, such as 12.50."),
        ("budget_money", "-1", "The money cap is an amount"),
        ("max_rounds", "0", "The number of rounds is a whole number from 1"),
        ("valid_until", "31.12.2027", "The last day is a day, such as 2026-12-31."),
        ("cost_centre", "nowhere", "There is no cost centre nowhere."),
        ("budget_money", "5000", "nobody may sign it"),
        ("reason", " ", "Give a reason; it is kept in the record."),
        ("objective", "   ", "objective"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_the_rest_is_kept(
    cast: Cast, field: str, typed: str, said: str
) -> None:
    visitor = ask(cast.ben, **{field: typed})

    assert visitor.status in (400, 404)
    assert said in visitor.said
    assert ("Nobody has the time." in visitor.markup or field == "reason", Request.objects.count()) == (
        True,
        0,
    )


def test_checking_says_what_it_means_and_writes_nothing(cast: Cast) -> None:
    before = Event.objects.count()
    visitor = ask(cast.ben, act="check")
    live = Visitor(cast.ben).post("/requests/check/", **TYPED)

    for one in (visitor, live):
        assert one.status == 200
        assert "No round like this has run yet, so nobody knows what one takes." in one.said
        assert "scripted-1 has no price today. Under a money cap no round would start." in one.said
        assert "One signature is needed: Cy Lindholm or Dee Okafor could sign. You cannot" in one.said
        assert "Nothing checks whether the same blocker comes back" in one.said
    assert (Request.objects.count(), Event.objects.count()) == (0, before)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({}, "Without a limit per round the first round may use the whole budget."),
        ({"per_round_tokens": "80,000"}, "At 80,000 tokens a round the budget lasts for 5 rounds."),
        ({"per_round_money": "1"}, "At USD 1.00 a round the budget lasts for 4 rounds."),
        (
            {"per_round_tokens": "80,000", "per_round_money": "1"},
            "At 80,000 tokens and USD 1.00 a round the budget lasts for 4 rounds.",
        ),
    ],
)
def test_the_limit_per_round_that_ends_the_budget_first_counts(
    cast: Cast, limits: dict[str, str], said: str
) -> None:
    typed = {"budget_tokens": "400,000", "budget_money": "4.00", **limits}

    assert said in ask(cast.ben, act="check", **typed).said


def test_only_tokens_are_a_whole_number_such_as_400_000(cast: Cast) -> None:
    assert "The number of rounds is a whole number from 1." in ask(cast.ben, max_rounds="0").said


def test_fresh_agents_only_where_they_are_asked_for_and_with_what_that_means(cast: Cast) -> None:
    said = ask(cast.ben, act="check", strategy="ralph").said

    assert "Each round is a fresh agent that sees the objective, the files and the last report only." in said
    assert "The same blocker in 3 rounds in a row stops it" in said


def test_wider_terms_of_a_goal_are_asked_over_what_stands(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(f"/requests/new/?goal={goal.ref}")
    hidden = visitor.hidden("/requests/new/")
    visitor.post("/requests/new/", **{**hidden, "budget_tokens": "900000", "reason": "More.", "act": "ask"})
    request = Request.objects.get(kind="terms")

    assert (visitor.status, request.total_tokens, request.total_money) == (
        200,
        900_000,
        goal.account.budget_money,
    )


def test_terms_that_only_narrow_point_to_where_they_need_no_signature(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(f"/requests/new/?goal={goal.ref}")
    hidden = visitor.hidden("/requests/new/")
    visitor.post("/requests/new/", **{**hidden, "budget_tokens": "300000", "act": "check"})

    assert "These terms only narrow what was signed." in visitor.said
    assert f"/goals/{goal.ref}/" in visitor.markup


def test_whoever_asked_may_change_it_and_signatures_fall(cast: Cast) -> None:
    request = asked(cast)
    path = f"/requests/{request.ref}/change/"
    visitor = Visitor(cast.ben).get(path)
    visitor.post(path, **{**visitor.hidden(path), "budget_tokens": "300000", "reason": "Less.", "act": "ask"})
    request.refresh_from_db()

    assert (visitor.status, request.revision, request.total_tokens) == (200, 2, 300_000)
    refused = Visitor(cast.cy).post(path, revision="2", budget_tokens="1000", reason="Less.", act="ask")
    assert refused.status == 403


@pytest.mark.parametrize(("who", "status"), [("ada", 200), ("cy", 403), ("ben", 403), ("aud", 403)])
def test_controllers_ask_for_roles_and_policies(cast: Cast, who: str, status: int) -> None:
    person = getattr(cast, who)
    role = Visitor(person).post(
        "/requests/new/role/", person=str(cast.eve.pk), role="approver", limit_money="50", limit_tokens="2,000,000",
        reason="She leads the team.",
    )  # fmt: skip
    policy = Visitor(person).post(
        "/requests/new/policy/", one_money="20", answer_hours="48", reason="Two above twenty."
    )

    assert (role.status, policy.status, Request.objects.count()) == (
        status,
        status,
        2 if status == 200 else 0,
    )


def test_a_role_that_cannot_be_is_refused_at_its_field(cast: Cast) -> None:
    visitor = Visitor(cast.ada).post(
        "/requests/new/role/", person=str(cast.eve.pk), role="approver", reason="Yes."
    )

    assert visitor.status == 400
    assert "The role approver needs limits in tokens and money." in visitor.said


def test_the_list_filters_and_shows_only_what_one_may_see(cast: Cast) -> None:
    request = asked(cast)

    assert request.ref in Visitor(cast.aud).get("/requests/?status=open").said
    assert "No request matches." in Visitor(cast.aud).get("/requests/?status=declined").said
    assert "No request matches." in Visitor(cast.eve).get("/requests/").said
    assert request.ref in Visitor(cast.ben).get("/requests/?kind=goal&who=x").said
