"""An approver is deactivated at the page: what waited moves, goals follow the policy, the record keeps the name."""

from __future__ import annotations

import pytest

from goals.models import Armed, Goal
from goals.rounds import claiming, reservations
from governance.models import Delegation, Escalation, Event, Person, RoleGrant, Signature
from governance.people import leaving
from governance.web.inbox_count import waiting_for
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.governance.questions import put
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db


def _door(person: Person) -> str:
    return f"/people/{person.pk}/deactivate/"


def test_the_page_says_first_what_it_will_do(cast: Cast) -> None:
    asked(cast)
    put(signed_goal(cast, objective="Another").account)
    page = Visitor(cast.ada).get(_door(cast.cy))

    assert "2 requests and questions that wait for them go to the next person." in page.said
    assert "1 goal under their signature is disarmed when it asks for the next round" in page.said
    assert "the record keeps name, role and limit as they were at each signature" in page.said
    assert Person.objects.get(pk=cast.cy.pk).is_active


def test_a_deactivated_approver_from_end_to_end(cast: Cast) -> None:
    goal, cy = signed_goal(cast, budget_money=None), Visitor(cast.cy)
    row, _answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=goal.pk)
    assert row is not None
    running = claiming.claim(row.pk)
    waiting, question = asked(cast, objective="Another one"), put(goal.account, cause="round-limit")
    assert cy.get("/inbox/").status == 200

    done = Visitor(cast.ada).post(_door(cast.cy), reason="He moved on.")

    assert "You deactivated Cy Lindholm. What waited for them was put to others." in done.said
    for item in (waiting, question):
        item.refresh_from_db()
        assert item.assigned_to == cast.dee
    assert "Another one" in Visitor(cast.dee).get("/inbox/").said
    assert cy.get("/inbox/").status == 302
    assert running is not None
    assert goal.executions.get().state == "running"
    signature = Signature.objects.get()
    assert (signature.person_name, signature.role, signature.limit_money) == ("Cy Lindholm", "approver", 30)
    statement = Visitor(cast.aud).get(f"/goals/{goal.ref}/").said
    assert "Cy Lindholm" in statement
    assert "limit USD 30.00 or 1,000,000 tokens" in statement


def test_the_next_round_of_what_they_signed_is_not_admitted_and_somebody_is_asked_once(cast: Cast) -> None:
    goal = signed_goal(cast)
    Visitor(cast.ada).post(_door(cast.cy), reason="He moved on.")

    for _ in range(3):
        row, answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=goal.pk)
        assert row is None
        assert answer.code in ("authorisation-lapsed", "goal-disarmed")
    assert (Armed.objects.count(), goal.executions.count()) == (0, 0)
    assert [(one.cause, one.assigned_to) for one in Escalation.objects.all()] == [
        ("authorisation-lapsed", cast.dee)
    ]
    assert "Cy Lindholm" in Escalation.objects.get().sentence


def test_another_signature_lets_the_goal_go_on(cast: Cast) -> None:
    first = asked(cast)
    Visitor(cast.ada).post(_door(cast.cy), reason="He moved on.")
    first.refresh_from_db()
    signed(cast, first, by=cast.dee)

    assert (Goal.objects.count(), waiting_for(cast.cy)) == (1, 0)


@pytest.mark.parametrize("who", ["ben", "cy", "dee", "olu", "aud", "eve"])
def test_only_a_controller_finds_the_door_open(cast: Cast, who: str) -> None:
    visitor = Visitor(getattr(cast, who))
    grant = RoleGrant.objects.get(person=cast.dee)
    paths = [_door(cast.ben), f"/people/grants/{grant.pk}/end/"]

    assert [visitor.get(path).status for path in paths] == [403, 403]
    assert [visitor.post(path, reason="Out.").status for path in paths] == [403, 403]
    assert "that needs the role controller" in visitor.said
    assert (
        Person.objects.filter(is_active=False).count()
        == RoleGrant.objects.exclude(ended_at=None).count()
        == 0
    )


def test_a_controller_neither_deactivates_themselves_nor_the_last_of_them(cast: Cast) -> None:
    page = Visitor(cast.ada).post(_door(cast.ada), reason="Enough.")
    last = RoleGrant.objects.get(person=cast.ada)
    other = Visitor(cast.ada).post(f"/people/grants/{last.pk}/end/", reason="Enough.")

    assert (page.status, "Another controller must deactivate you." in page.said) == (403, True)
    assert (other.status, "is the last controller" in other.said) == (409, True)


def test_a_reason_is_asked_for_at_its_field(cast: Cast) -> None:
    page = Visitor(cast.ada).post(_door(cast.cy), reason=" ")

    assert (page.status, Person.objects.get(pk=cast.cy.pk).is_active) == (400, True)


def test_one_role_is_taken_away_and_what_needed_it_moves(cast: Cast) -> None:
    request, grant = asked(cast), RoleGrant.objects.get(person=cast.cy)
    done = Visitor(cast.ada).post(f"/people/grants/{grant.pk}/end/", reason="Another desk.")
    request.refresh_from_db()

    assert "Cy Lindholm is no longer approver." in done.said
    assert (request.assigned_to, Person.objects.get(pk=cast.cy.pk).is_active) == (cast.dee, True)
    assert Visitor(cast.ada).post(f"/people/grants/{grant.pk}/end/", reason="Again.").status == 409
    assert Event.objects.filter(action="grant.ended").count() == 1


def test_looking_changes_nobody(cast: Cast) -> None:
    Visitor(cast.ada).get(_door(cast.cy)).client.head(_door(cast.cy))

    assert Person.objects.get(pk=cast.cy.pk).is_active
    assert (Event.objects.count(), Delegation.objects.count()) == (0, 0)


def test_leaving_twice_at_two_doors_is_told(cast: Cast) -> None:
    leaving.deactivate(acting=cast.acting(cast.ada), person_id=cast.cy.pk, reason="He moved on.")
    page = Visitor(cast.ada).post(_door(cast.cy), reason="He moved on.")

    assert (page.status, "has already been deactivated" in page.said) == (409, True)
