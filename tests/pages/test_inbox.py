"""The inbox: what waits for whom, with the one thing to do; its count; and what an empty one says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from goals import activation, approvals, claims, operations, store
from goals.models import Armed, Goal
from governance import authorisations, clock
from governance.models import Escalation, Request
from governance.people import delegations
from governance.web.inbox_count import waiting_for
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.governance.questions import put
from tests.pages.visiting import Visitor, queries, written

pytestmark = pytest.mark.django_db


def inbox(person: object) -> Visitor:
    return Visitor(person).get("/inbox/")  # type: ignore[arg-type]


def test_a_request_waits_for_whoever_is_asked_and_others_see_that(cast: Cast) -> None:
    request = asked(cast)
    first, second = inbox(cast.cy), inbox(cast.dee)

    assert "1 thing waits for you" in first.said
    assert f"New goal {request.ref} Reconcile the two ledgers of August" in first.said
    assert "Read and decide" in first.said
    assert "12.00 asked" in first.said
    assert "Nothing waits for you." in second.said
    assert "New goal: Reconcile the two ledgers of August Cy Lindholm" in second.said


@pytest.mark.parametrize("who", ["ben", "cy", "dee", "ada", "olu", "aud", "eve"])
def test_the_figure_beside_inbox_is_the_number_of_items(cast: Cast, who: str) -> None:
    asked(cast)
    asked(cast, budget_money="40.00")
    put(signed_goal(cast, armed=False).account)
    visitor = inbox(getattr(cast, who))

    assert waiting_for(getattr(cast, who)) == visitor.markup.count('class="item')


def test_the_figure_beside_inbox_is_one_query(cast: Cast, django_assert_num_queries: Any) -> None:
    asked(cast)

    with django_assert_num_queries(1):
        assert waiting_for(cast.cy) == 1


def test_a_request_for_two_waits_for_everybody_who_could_sign_until_they_have(cast: Cast) -> None:
    request = asked(cast, budget_money="25.00", budget_tokens=900_000)
    Request.objects.filter(pk=request.pk).update(signatures_needed=2)
    request.refresh_from_db()
    assert [waiting_for(person) for person in (cast.cy, cast.dee, cast.ben)] == [1, 1, 0]
    signed(cast, request)

    assert [waiting_for(person) for person in (cast.cy, cast.dee, cast.ben)] == [0, 1, 0]
    assert "Cy Lindholm has signed; yours is the second signature." in inbox(cast.dee).said


def test_what_was_sent_back_waits_for_whoever_asked(cast: Cast) -> None:
    request = asked(cast)
    approvals.send_back(
        acting=cast.acting(cast.cy), request_id=request.pk, revision=1, reason="Half of it will do.",
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip
    visitor = inbox(cast.ben)

    assert "Cy Lindholm sent it back: “Half of it will do.”" in visitor.said
    assert "Change it" in visitor.said


def test_whoever_stands_in_is_waited_for_as_well(cast: Cast) -> None:
    asked(cast)
    delegations.delegate(
        acting=cast.acting(cast.cy),
        receiver=cast.dee,
        ends_at=clock.now() + timedelta(days=3),
        reason="Away.",
    )

    assert "You stand in for Cy Lindholm." in inbox(cast.dee).said


def test_a_disarmed_goal_waits_for_its_owner_and_for_whoever_signed(cast: Cast) -> None:
    signed_goal(cast)
    assert [waiting_for(person) for person in (cast.ben, cast.cy, cast.dee)] == [0, 0, 0]
    Armed.objects.all().delete()

    assert [waiting_for(person) for person in (cast.ben, cast.cy, cast.dee)] == [1, 1, 0]
    assert "Arm or pause" in inbox(cast.ben).said


def test_a_stop_waits_for_the_approver_and_a_claim_for_the_owner(cast: Cast) -> None:
    goal = signed_goal(cast)
    put(goal.account)
    assert "Tokens used up" in inbox(cast.cy).said
    other = signed_goal(cast, objective="Another one")
    with transaction.atomic():
        claims.make(goal=store.lock(other.pk), claimant="The agent", evidence="report.md", execution=None)

    assert "Completion claimed" in inbox(cast.ben).said
    assert "Check evidence" in inbox(cast.ben).said


def test_a_question_that_nobody_is_left_to_answer_waits_for_the_controllers(cast: Cast) -> None:
    question = put(signed_goal(cast).account)
    Escalation.objects.filter(pk=question.pk).update(assigned_to=None)

    assert [waiting_for(person) for person in (cast.ada, cast.cy, cast.aud)] == [1, 0, 0]


def test_a_stop_that_nobody_answered_waits_for_whoever_signed(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.block(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1, message="No access.")
    Escalation.objects.update(status="expired")

    assert "Expired, nobody answered" in inbox(cast.cy).said
    assert waiting_for(cast.ben) == 0


def test_an_empty_inbox_says_since_when(cast: Cast) -> None:
    activation.hold_lease("the story's driver", seconds=3_600)
    assert "Nothing waits for you. Nothing was ever asked of you." in inbox(cast.dee).said
    request = asked(cast)
    signed(cast, request, by=cast.dee)

    assert "Nothing waits for you. The last item was answered today" in inbox(cast.dee).said


def test_opening_it_changes_nothing(cast: Cast) -> None:
    put(signed_goal(cast).account)
    asked(cast)
    before = written()
    for person in (cast.ben, cast.cy, cast.ada, cast.eve):
        inbox(person).client.head("/inbox/")

    assert written() == before


def test_its_cost_does_not_grow_with_what_waits(cast: Cast) -> None:
    activation.hold_lease("the story's driver", seconds=3_600)
    asked(cast)
    put(signed_goal(cast).account)
    few = queries(cast.cy, "/inbox/")
    for number in range(5):
        asked(cast, objective=f"Wish {number}")
        put(signed_goal(cast, objective=f"Goal {number}").account)
        signed_goal(cast, objective=f"Still {number}")
    Armed.objects.all().delete()

    assert (queries(cast.cy, "/inbox/"), few <= 30) == (few, True)
    assert Goal.objects.count() == 11


def test_hostile_objectives_stay_words(cast: Cast) -> None:
    asked(cast, objective="<img src=x onerror=alert(1)> " + "y" * 3_000)

    assert "<img src=x" not in inbox(cast.cy).markup
