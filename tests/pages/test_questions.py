"""Questions as pages: the stop, its evidence, its answers with their effect, who may give them, what became of it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from goals import store
from goals.models import Goal
from goals.stops import block
from governance.actors import COUNTERSIGN
from governance.models import Escalation
from governance.transactions import outermost
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor, queries, written
from tests.racing import race
from tests.ralph_runs.scene import Scene, ralph_goal

pytestmark = pytest.mark.django_db
PAGE, PRESS = "/escalations/{0.ref}/", "/escalations/{0.ref}/answer/"


def stopped(cast: Cast, **changes: Any) -> Escalation:
    goal = signed_goal(cast, **changes)
    with outermost():
        block(acting=COUNTERSIGN, goal=store.lock(goal.pk), code="token-budget", message="Nothing is left.")
    return Escalation.objects.get(account=goal.account_id)


def press(
    person: Any, question: Escalation, answer: str, reason: str = "It is fixed.", **more: str
) -> Visitor:
    visitor = Visitor(person).get(PAGE.format(question))
    hidden = visitor.hidden(PRESS.format(question)) if PRESS.format(question) in visitor.markup else {}
    return visitor.post(PRESS.format(question), **{**hidden, "answer": answer, "reason": reason, **more})


@pytest.mark.parametrize(
    ("who", "status", "may", "said"),
    [
        (
            "ben",
            200,
            False,
            "You asked for this goal, so you cannot answer its stop. Cy Lindholm or Dee Okafor can.",
        ),
        ("cy", 200, True, "Recorded as Cy Lindholm, Team lead. You did not ask for this goal."),
        ("dee", 200, True, "Recorded as Dee Okafor, Finance director."),
        ("ada", 200, False, "You read this as controller; a stop is answered by an approver."),
        ("olu", 200, False, "You read this as operator; a stop is answered by an approver."),
        ("aud", 200, False, "You read this as auditor; a stop is answered by an approver."),
        ("eve", 404, False, "There is no such thing, or it is not yours to see."),
    ],
)
def test_who_sees_it_and_who_may_answer(cast: Cast, who: str, status: int, may: bool, said: str) -> None:
    visitor = Visitor(getattr(cast, who)).get(PAGE.format(stopped(cast)))

    assert (visitor.status, 'type="radio"' in visitor.markup) == (status, may)
    assert said in visitor.said


@pytest.mark.parametrize("who", ["ben", "ada", "olu", "aud", "eve"])
def test_whoever_has_no_form_is_refused_at_the_door_as_well(cast: Cast, who: str) -> None:
    question = stopped(cast)
    visitor = Visitor(getattr(cast, who)).post(PRESS.format(question), answer="resume", reason="Go on.")

    assert (visitor.status, Escalation.objects.get().status) == (404 if who == "eve" else 403, "open")


def test_the_stop_bar_and_the_five_answers_open_the_page(cast: Cast) -> None:
    said = Visitor(cast.cy).get(PAGE.format(stopped(cast))).said

    assert "Stopped before round 1. Nothing is left." in said
    assert "Who approved? Cy Lindholm" in said
    assert "How much? USD 0.00 of 12.00" in said
    assert "Who answers? You, by" in said
    assert "then Dee Okafor until" in said


@pytest.mark.parametrize(("answer", "phase"), [("resume", "active"), ("close", "blocked")])
def test_an_answer_does_what_it_says_once(cast: Cast, answer: str, phase: str) -> None:
    question = stopped(cast)
    visitor = press(cast.cy, question, answer)

    assert (visitor.status, Escalation.objects.get().answer, Goal.objects.get().phase) == (200, answer, phase)
    assert "Cy Lindholm answered" in visitor.said
    assert 'type="radio"' not in visitor.markup


def test_raising_asks_for_new_totals_and_resumes(cast: Cast) -> None:
    visitor = press(
        cast.cy, stopped(cast), "raise", budget_tokens="900,000", budget_money="20", max_rounds="6"
    )
    account = Goal.objects.select_related("account").get().account

    assert visitor.status == 200
    assert (account.budget_tokens, Goal.objects.get().phase, Goal.objects.get().max_rounds) == (
        900_000,
        "active",
        6,
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"budget_tokens": "08"}, "The token budget is a whole number from 1, such as 400,000."),
        ({"budget_tokens": "1"}, "Give new totals, not what is added."),
        (
            {"budget_money": "12,5"},
            "The money cap is an amount with a point for the decimals, such as 12.50.",
        ),
    ],
)
def test_a_total_that_cannot_be_is_refused_with_the_way_out(
    cast: Cast, typed: dict[str, str], said: str
) -> None:
    visitor = press(cast.cy, stopped(cast), "raise", **typed)

    assert (visitor.status, Escalation.objects.get().status) == (400, "open")
    assert said in visitor.said


def test_without_a_reason_or_an_answer_nothing_is_taken(cast: Cast) -> None:
    question = stopped(cast)

    assert "Give a reason; it is kept in the record." in press(cast.cy, question, "resume", reason=" ").said
    assert "Choose one of the answers." in press(cast.cy, question, "").said
    assert Escalation.objects.get().status == "open"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_repeat", range(2))
def test_two_people_at_once_leave_one_answer_and_the_other_is_told_who(cast: Cast, _repeat: int) -> None:
    question = stopped(cast)
    race(*(partial(press, person, question, "close") for person in (cast.cy, cast.dee)))
    winner = Escalation.objects.select_related("answered_by").get().answered_by
    late = press(cast.dee if winner == cast.cy else cast.cy, question, "resume")

    assert late.status == 409
    assert f"{question.ref} is no longer open: {winner} answered it with “close”." in late.said


def test_get_and_head_of_every_link_change_nothing(cast: Cast) -> None:
    question = stopped(cast)
    before = written()
    visitor = Visitor(cast.cy)
    for path in (PAGE, PRESS, "/escalations/{0.ref}/ask-again/"):
        visitor.client.get(path.format(question))
        visitor.client.head(path.format(question))

    assert written() == before


def test_an_expired_question_says_so_and_can_be_asked_again(cast: Cast) -> None:
    question = stopped(cast)
    Escalation.objects.update(status="expired")
    visitor = Visitor(cast.cy).get(PAGE.format(question))
    assert "Expired, nobody answered." in visitor.said
    visitor.post(f"/escalations/{question.ref}/ask-again/", reason="It still matters.")

    assert Escalation.objects.filter(status="open").count() == 1


def test_its_cost_does_not_grow(cast: Cast) -> None:
    question = stopped(cast)
    few = queries(cast.cy, PAGE.format(question))
    for number in range(4):
        stopped(cast, objective=f"Another {number}")

    assert (queries(cast.cy, PAGE.format(question)), few <= 40) == (few, True)


def test_the_list_names_what_is_open_and_who_answers(cast: Cast) -> None:
    question = stopped(cast)
    visitor = Visitor(cast.aud).get("/escalations/")

    assert f"{question.ref} Tokens used up Nothing is left." in visitor.said
    assert "No question matches." in Visitor(cast.aud).get("/escalations/?status=answered").said


def test_three_reports_stand_side_by_side_with_what_they_share(
    cast: Cast, settings: Any, tmp_path: Any
) -> None:
    with ralph_goal(cast, settings, tmp_path) as scene:
        said = _three(scene, cast)

    assert "The three reports, word for word" in said
    assert "PORTAL_API_KEY a (same variable a)" in said
    assert "(ignored)" in said
    assert "Rounds 1, 2 shared name, nothing against it same" in said
    assert "No model took part." in said
    assert "Not the same: continue" in said


def _three(scene: Scene, cast: Cast) -> str:
    scene.blocked_by(
        "14:02:11 PORTAL_API_KEY is not set, attempt 1 of 3", "Still no PORTAL_API_KEY after 12.4 s",
        "The export needs PORTAL_API_KEY (try 3)",
    )  # fmt: skip
    question = next(one for one in scene.questions if one.cause == "repeated-blocker")
    return Visitor(cast.cy).get(PAGE.format(question)).said
