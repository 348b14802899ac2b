"""Completion is certified by somebody else than whoever claimed it by hand, at every door and in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from goals import claims, operations, store
from goals.models import Claim, Goal
from governance import clock, escalations
from governance.errors import Forbidden, SelfApproval
from governance.models import Escalation, Person, RoleGrant
from governance.people import delegations
from tests.cast import HIRED, Cast
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
Verb = Callable[..., Claim]


@pytest.fixture
def goal(cast: Cast) -> Goal:
    return signed_goal(cast)


def _by_hand(cast: Cast, goal: Goal, who: Person) -> Escalation:
    operations.complete(acting=cast.acting(who), goal_id=goal.pk, revision=1, evidence="The report is there.")
    return Escalation.objects.get(cause="completion-claimed")


def _by_the_agent(goal: Goal) -> None:
    with transaction.atomic():
        claims.make(goal=store.lock(goal.pk), claimant="The agent", evidence="report.md", execution=None)


@pytest.mark.parametrize("who", ["ben", "cy"])
def test_whoever_claimed_it_by_hand_cannot_accept_it(cast: Cast, goal: Goal, who: str) -> None:
    person = getattr(cast, who)
    question = _by_hand(cast, goal, person)

    with pytest.raises(SelfApproval, match="You claimed that the goal is complete yourself"):
        claims.accept(acting=cast.acting(person), goal_id=goal.pk, reason="I looked.")
    with pytest.raises(SelfApproval, match="somebody else must accept it"):
        escalations.answer(
            acting=cast.acting(person), escalation_id=question.pk, answer="accept", reason="I looked."
        )
    assert (goal.claims.get().status, Escalation.objects.get().status) == ("claimed", "open")


def test_nor_can_whoever_stands_in_for_them(cast: Cast, goal: Goal) -> None:
    delegations.delegate(
        acting=cast.acting(cast.cy),
        receiver=cast.dee,
        ends_at=clock.now() + timedelta(days=1),
        reason="Away.",
    )
    _by_hand(cast, goal, cast.cy)

    with pytest.raises(SelfApproval, match="Dee Okafor stands in for Cy Lindholm"):
        claims.accept(acting=cast.acting(cast.dee), goal_id=goal.pk, reason="I looked.")


def test_the_database_refuses_it_as_well(cast: Cast, goal: Goal) -> None:
    _by_hand(cast, goal, cast.ben)

    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.update(status="accepted", decided_by=cast.ben)


def test_a_claim_by_hand_is_put_to_somebody_else_and_one_of_the_agent_to_the_owner(
    cast: Cast, goal: Goal
) -> None:
    _by_the_agent(signed_goal(cast, objective="Another one"))
    assert Escalation.objects.get().assigned_to == cast.ben
    Escalation.objects.update(status="moot")
    operations.complete(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1, evidence="Done.")

    assert Escalation.objects.get(status="open").assigned_to == cast.cy


def test_another_person_accepts_it(cast: Cast, goal: Goal) -> None:
    _by_hand(cast, goal, cast.ben)

    assert (
        claims.accept(acting=cast.acting(cast.dee), goal_id=goal.pk, reason="I looked.").status == "accepted"
    )


def test_whoever_claimed_it_may_take_it_back(cast: Cast, goal: Goal) -> None:
    _by_hand(cast, goal, cast.ben)

    assert (
        claims.reject(acting=cast.acting(cast.ben), goal_id=goal.pk, reason="Too early.").status == "rejected"
    )
    assert Goal.objects.get().blocked_code == "completion-rejected"


def test_the_owner_accepts_what_the_agent_claimed(cast: Cast, goal: Goal) -> None:
    _by_the_agent(goal)

    assert (
        claims.accept(acting=cast.acting(cast.ben), goal_id=goal.pk, reason="I looked.").status == "accepted"
    )


@pytest.mark.parametrize("verb", [claims.accept, claims.reject])
@pytest.mark.parametrize("who", ["ada", "olu", "aud", "eve", "bot"])
def test_the_verbs_themselves_ask_for_the_authority(cast: Cast, goal: Goal, who: str, verb: Verb) -> None:
    _by_the_agent(goal)

    with pytest.raises(Forbidden) as refused:
        verb(acting=cast.acting(getattr(cast, who)), goal_id=goal.pk, reason="I looked.")
    assert refused.value.code == ("not-a-person" if who == "bot" else "wrong-person")
    assert goal.claims.get().status == "claimed"


def test_an_owner_without_the_role_any_more_is_refused(cast: Cast, goal: Goal) -> None:
    _by_the_agent(goal)
    RoleGrant.objects.filter(person=cast.ben).update(ended_at=HIRED)

    with pytest.raises(Forbidden):
        claims.accept(acting=cast.acting(cast.ben), goal_id=goal.pk, reason="I looked.")


def test_the_pages_say_who_can_instead_and_offer_to_take_it_back(cast: Cast, goal: Goal) -> None:
    question = _by_hand(cast, goal, cast.ben)
    ben = Visitor(cast.ben)
    completion = ben.get(f"/goals/{goal.ref}/completion/").said
    asked = ben.get(f"/escalations/{question.ref}/")

    assert "You claimed it yourself, so you cannot accept it: Cy Lindholm or Dee Okafor can." in completion
    assert ('value="accept"' in asked.markup, 'value="reject"' in asked.markup) == (False, True)
    assert "You claimed it yourself, so you can take it back and not accept it." in asked.said
    assert 'value="accept"' in Visitor(cast.cy).get(f"/escalations/{question.ref}/").markup
