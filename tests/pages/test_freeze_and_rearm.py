"""Freezing, lifting and arming many goals: one page, one reason, one event each; a banner while anything is frozen."""

from __future__ import annotations

import pytest

from goals.models import Armed, Goal
from governance.models import Event, Freeze
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
SERVICE = "/freezes/place/service/"


@pytest.mark.parametrize(("who", "status", "frozen"), [
    ("olu", 200, 1), ("ada", 200, 1), ("cy", 200, 1), ("ben", 403, 0), ("aud", 403, 0), ("eve", 404, 0),
])  # fmt: skip
def test_who_may_freeze(cast: Cast, who: str, status: int, frozen: int) -> None:
    visitor = Visitor(getattr(cast, who)).post(SERVICE, reason="An unknown debit.")

    assert (visitor.status, Freeze.objects.count()) == (status, frozen)


def test_whoever_may_not_sees_why_and_no_button(cast: Cast) -> None:
    visitor = Visitor(cast.aud).get(SERVICE)

    assert "An operator, approver or controller freezes and lifts: Olu Mensah can." in visitor.said
    assert "Freeze now" not in visitor.said


def test_while_something_is_frozen_every_page_says_so_and_the_lift_ends_it(cast: Cast) -> None:
    Visitor(cast.olu).post("/freezes/place/4210/", reason="An unknown debit.")
    freeze = Freeze.objects.get()
    for path in ("/inbox/", "/requests/", "/audit/", "/escalations/", "/goals/rearm/"):
        assert "4210 Accounts payable is frozen by Olu Mensah" in Visitor(cast.ben).get(path).said
    lifted = Visitor(cast.olu).post(f"/freezes/{freeze.pk}/lift/", reason="The bank confirmed.")

    assert "You lifted the freeze of 4210 Accounts payable. Nothing was armed by it." in lifted.said
    assert "frozen by" not in Visitor(cast.ben).get("/inbox/").said


def test_a_freeze_needs_a_reason_and_is_placed_once(cast: Cast) -> None:
    assert "Give a reason; it is kept in the record." in Visitor(cast.olu).post(SERVICE, reason=" ").said
    Visitor(cast.olu).post(SERVICE, reason="Drill.")
    late = Visitor(cast.ada).post(SERVICE, reason="Drill.")

    assert late.status == 409
    assert "Olu Mensah has already frozen the whole service." in late.said


def test_opening_freezes_nothing(cast: Cast) -> None:
    for path in ("/freezes/", SERVICE, "/freezes/place/4210/"):
        Visitor(cast.olu).get(path).client.head(path)

    assert (Freeze.objects.count(), Event.objects.count()) == (0, 0)


def _disarmed(cast: Cast) -> list[Goal]:
    goals = [signed_goal(cast, objective=f"Goal {number}") for number in range(3)]
    Armed.objects.all().delete()
    return goals


def _chosen(goals: list[Goal]) -> list[str]:
    return [f"{goal.pk}@{goal.revision}" for goal in goals]


@pytest.mark.parametrize(
    ("who", "listed", "armed"), [("ben", 3, 3), ("cy", 3, 3), ("ada", 0, 0), ("aud", 0, 0), ("eve", 0, 0)]
)
def test_who_may_arm_goals_again(cast: Cast, who: str, listed: int, armed: int) -> None:
    goals = _disarmed(cast)
    shown = Visitor(getattr(cast, who)).get("/goals/rearm/")
    Visitor(getattr(cast, who)).post("/goals/rearm/", goal=_chosen(goals), reason="The deploy is done.")

    assert (shown.markup.count('class="pick"'), Armed.objects.count()) == (listed, armed)


def test_one_reason_arms_many_with_an_event_each_and_a_moved_one_holds_up_nobody(cast: Cast) -> None:
    goals = _disarmed(cast)
    before = Event.objects.count()
    chosen = [*_chosen(goals[:2]), f"{goals[2].pk}@9"]
    visitor = Visitor(cast.ben).post("/goals/rearm/", goal=chosen, reason="The deploy is done.")

    assert f"You armed 2 goals: {goals[0].ref}, {goals[1].ref}. No money moved." in visitor.said
    assert f"{goals[2].ref} was not armed:" in visitor.said
    assert (Armed.objects.count(), Event.objects.filter(action="goal.resumed").count()) == (2, 2)
    assert Event.objects.count() == before + 2


def test_without_a_reason_nothing_is_armed(cast: Cast) -> None:
    goals = _disarmed(cast)
    visitor = Visitor(cast.ben).post("/goals/rearm/", goal=_chosen(goals), reason="")

    assert (visitor.status, Armed.objects.count()) == (400, 0)
    assert "Give a reason; it is kept in the record." in visitor.said
