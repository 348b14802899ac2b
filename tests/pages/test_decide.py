"""The decision page: who sees it, who may sign, who is refused in which words, and that reading decides nothing."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from goals import approvals
from goals.models import Goal
from governance.enums import Role
from governance.models import Request, RoleGrant, Signature
from tests.cast import HIRED, Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.goals.terms_stories import terms
from tests.governance.stories import spend
from tests.pages.visiting import Visitor, queries, written
from tests.racing import race

pytestmark = pytest.mark.django_db
BUTTONS = ('value="sign"', 'value="send-back"', 'value="decline"')
PAGE = "/requests/{0.ref}/"
PRESS = "/requests/{0.ref}/decide/"


def press(person: Any, request: Request, decision: str, reason: str = "Inside the plan.") -> Visitor:
    visitor = Visitor(person).get(PAGE.format(request))
    return visitor.post(
        PRESS.format(request), decision=decision, reason=reason, **visitor.hidden(PRESS.format(request))
    )


def raised(cast: Cast, **totals: Any) -> Request:
    goal = signed_goal(cast)
    account = goal.account
    wanted = {"budget_tokens": 900_000, "budget_money": "28.00", **totals}
    return approvals.ask_change(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=terms(**wanted), base_digest=account.terms.digest,
        reason="Twenty-two are missing.",
    )  # fmt: skip


def another_approver(cast: Cast) -> None:
    """Eve may sign as well."""
    RoleGrant.objects.create(
        person=cast.eve, role=Role.APPROVER, limit_tokens=2_000_000, limit_money=80, valid_from=HIRED,
        granted_by="the story",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("who", "status", "may", "said"),
    [
        ("ben", 200, False, "You asked for this, so you cannot sign it. Cy Lindholm or Dee Okafor can."),
        ("cy", 200, True, "limit USD 30.00 or 1,000,000 tokens, so this is within it"),
        ("dee", 200, True, "limit USD 100.00 or 10,000,000 tokens, so this is within it"),
        (
            "ada",
            200,
            False,
            "Ada Brandt may not sign this: it needs the role approver. Cy Lindholm or Dee Okafor can.",
        ),
        ("olu", 200, False, "Olu Mensah may not sign this: it needs the role approver."),
        ("aud", 200, False, "Aud Nilsen may not sign this: it needs the role approver."),
        ("eve", 404, False, "There is no such thing, or it is not yours to see."),
    ],
)
def test_who_sees_it_and_who_may_sign_it(cast: Cast, who: str, status: int, may: bool, said: str) -> None:
    visitor = Visitor(getattr(cast, who)).get(PAGE.format(asked(cast)))

    assert (visitor.status, [one in visitor.markup for one in BUTTONS]) == (status, [may] * 3)
    assert said in visitor.said


@pytest.mark.parametrize("who", ["ben", "ada", "olu", "aud", "eve"])
@pytest.mark.parametrize("decision", ["sign", "decline", "send-back"])
def test_whoever_has_no_button_is_refused_at_the_door_as_well(cast: Cast, who: str, decision: str) -> None:
    request = asked(cast)
    shown = Visitor(cast.cy).get(PAGE.format(request)).hidden(PRESS.format(request))
    visitor = Visitor(getattr(cast, who)).post(
        PRESS.format(request), decision=decision, reason="I will.", **shown
    )

    assert (visitor.status, Signature.objects.count()) == (404 if who == "eve" else 403, 0)
    assert Request.objects.get().status == "pending"


def test_somebody_without_a_log_in_is_asked_for_one(cast: Cast) -> None:
    response = Visitor(None).client.get(PAGE.format(asked(cast)))

    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/login/")


def test_an_approver_above_the_limit_is_told_both_figures(cast: Cast) -> None:
    visitor = Visitor(cast.cy).get(PAGE.format(asked(cast, budget_money="30.01")))

    assert (
        "may sign up to 1,000,000 tokens and USD 30.00; this asks for 400,000 tokens and USD 30.01."
        in visitor.said
    )
    assert "Dee Okafor can." in visitor.said


def test_at_the_limit_is_inside(cast: Cast) -> None:
    request = asked(cast, budget_money="30.00", budget_tokens=1_000_000)

    assert "You signed" in press(cast.cy, request, "sign").said
    assert Goal.objects.count() == 1


@pytest.mark.parametrize(
    ("decision", "status"), [("decline", "declined"), ("send-back", "sent-back"), ("sign", "approved")]
)
def test_each_button_does_what_it_says_once(cast: Cast, decision: str, status: str) -> None:
    request = asked(cast)
    first, second = press(cast.cy, request, decision), Visitor(cast.dee).get(PAGE.format(request))

    assert (first.status, Request.objects.get().status) == (200, status)
    assert [one in second.markup for one in BUTTONS] == [False] * 3
    assert "Cy Lindholm" in second.said


def test_a_reason_is_asked_for_at_its_field_and_nothing_is_lost(cast: Cast) -> None:
    visitor = press(cast.cy, asked(cast), "sign", reason="   ")

    assert (visitor.status, Signature.objects.count()) == (400, 0)
    assert "Give a reason; it is kept in the record." in visitor.said


def test_who_comes_second_is_told_who_decided(cast: Cast) -> None:
    request = asked(cast)
    late = Visitor(cast.dee).get(PAGE.format(request))
    shown = late.hidden(PRESS.format(request))
    press(cast.cy, request, "decline", reason="Too early.")
    late.post(PRESS.format(request), decision="sign", reason="Fine.", **shown)

    assert late.status == 409
    assert f"{request.ref} is no longer open: Cy Lindholm declined it" in late.said


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_repeat", range(3))
def test_two_deciders_at_once_leave_one_decision(cast: Cast, _repeat: int) -> None:
    request = asked(cast)
    pages = [Visitor(person).get(PAGE.format(request)) for person in (cast.cy, cast.dee)]
    decisions = ("sign", "decline")
    acts = [
        partial(
            page.post,
            PRESS.format(request),
            decision=decision,
            reason="Now.",
            **page.hidden(PRESS.format(request)),
        )
        for page, decision in zip(pages, decisions, strict=True)
    ]
    race(*acts)

    assert sorted(page.status for page in pages) == [200, 409]
    assert Signature.objects.count() == 1


def test_a_page_that_was_read_before_a_change_signs_nothing(cast: Cast) -> None:
    request = asked(cast)
    stale = Visitor(cast.cy).get(PAGE.format(request))
    shown = stale.hidden(PRESS.format(request))
    approvals.resubmit(
        acting=cast.acting(cast.ben), request_id=request.pk, revision=1, reason="More.",
        terms=terms(budget_tokens=500_000),
    )  # fmt: skip
    stale.post(PRESS.format(request), decision="sign", reason="Fine.", **shown)

    assert (stale.status, Signature.objects.count()) == (409, 0)
    assert "Ben Osei changed" in stale.said


def test_the_second_signature_is_named_and_the_first_signer_cannot_give_it(cast: Cast) -> None:
    another_approver(cast)
    request = asked(cast, budget_money="60.00")
    assert "as the first of two" in press(cast.eve, request, "sign").said
    again, other = Visitor(cast.eve).get(PAGE.format(request)), Visitor(cast.dee).get(PAGE.format(request))

    assert "You have signed this already; a second person must sign." in again.said
    assert "Waits for the second signature: yours." in other.said
    assert "All signatures are given" in press(cast.dee, request, "sign").said


def test_a_raise_shows_what_would_change_against_what_was_signed(cast: Cast) -> None:
    visitor = Visitor(cast.cy).get(PAGE.format(raised(cast)))

    assert "Money cap, USD 12.00 28.00 +16.00" in visitor.said
    assert "Token budget 400,000 900,000 +500,000" in visitor.said
    assert "Unchanged: objective," in visitor.said
    assert "against the signature of Cy Lindholm" in visitor.said


def test_splitting_and_the_same_wish_before_are_shown(cast: Cast) -> None:
    goal = signed_goal(cast)
    spend(goal.account, tokens=10_000, money=goal.account.budget_money / 4)
    asked(cast, objective="The first half of it", budget_money="20.00")
    visitor = Visitor(cast.cy).get(PAGE.format(asked(cast)))

    assert (
        "Ben Osei has 1 other open goal, together USD 12.00 and 1 other request waiting, together USD 20.00 in this "
        "cost centre. With this one, USD 44.00." in visitor.said
    )
    assert f"The same objective ( {goal.ref} ) cost USD 3.00 in 0 rounds and is active." in visitor.said


def test_only_whoever_asked_may_take_it_back(cast: Cast) -> None:
    request = asked(cast)
    own, other = Visitor(cast.ben).get(PAGE.format(request)), Visitor(cast.cy).get(PAGE.format(request))
    withdraw = f"/requests/{request.ref}/withdraw/"
    refused = Visitor(cast.cy).post(withdraw, revision="1", reason="No.")
    own.post(withdraw, revision="1", reason="It is not needed any more.")

    assert ("Withdraw" in other.said, refused.status) == (False, 403)
    assert "Withdrawn by Ben Osei." in own.said


def test_opening_it_by_get_or_head_changes_nothing(cast: Cast) -> None:
    request = asked(cast)
    before = written()
    for who in ("ben", "cy", "dee", "ada", "aud"):
        visitor = Visitor(getattr(cast, who)).get(PAGE.format(request))
        visitor.client.head(PAGE.format(request))
        assert visitor.client.get(PRESS.format(request)).status_code == 405
        assert visitor.client.head(PRESS.format(request)).status_code == 405

    assert written() == before


def test_hostile_words_are_shown_as_words(cast: Cast) -> None:
    objective = "=HYPERLINK(1) <script>alert(1)</script> \u202egnp.exe 🧾 " + "x" * 4_000
    visitor = Visitor(cast.cy).get(PAGE.format(asked(cast, objective=objective, reason="<b>now</b>")))

    assert (visitor.status, "<script>alert" in visitor.markup, "<b>now</b>" in visitor.markup) == (
        200,
        False,
        False,
    )
    assert "[U+202E]" in visitor.said


def test_its_cost_does_not_grow_with_what_stands_beside_it(cast: Cast) -> None:
    first = asked(cast, objective="One of them")
    few = queries(cast.cy, PAGE.format(first))
    for number in range(6):
        signed(cast, asked(cast, objective="One of them"))
        asked(cast, objective=f"Another, {number}")
    another_approver(cast)

    assert (queries(cast.cy, PAGE.format(first)), few <= 30) == (few, True)


def test_whoever_signs_reads_a_long_objective_to_its_end(cast: Cast) -> None:
    request = asked(cast, by=cast.ben, objective="Collect every statement. " * 40 + "Pay nothing.")

    assert "Pay nothing." in Visitor(cast.cy).get(PAGE.format(request)).said
