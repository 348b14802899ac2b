"""Who may do what with a goal at its page, as one table: the button, the page of the act, the act, and the words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goals import operations, stops, store
from goals.models import Goal
from goals.rounds import claiming
from governance.actors import COUNTERSIGN
from governance.models import Event
from governance.transactions import outermost
from tests.api.world import worked
from tests.cast import Cast
from tests.goals.agent_stories import signed_goal as told_goal
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor, written

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PEOPLE = ("ben", "cy", "dee", "ada", "olu", "aud")
Make = Callable[[Cast], Goal]


def paused(cast: Cast) -> Goal:
    goal = signed_goal(cast)
    operations.pause(acting=cast.acting(cast.olu), goal_id=goal.pk, revision=1, reason="A look first.")
    return goal


def stopped_by_rule(cast: Cast) -> Goal:
    goal = signed_goal(cast)
    with outermost():
        locked = store.lock(goal.pk)
        stops.block(acting=COUNTERSIGN, goal=locked, code="token-budget", message="There is no room.")
    return goal


def reported(cast: Cast) -> Goal:
    goal = signed_goal(cast)
    operations.block(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=1, message="The key is missing.")
    return goal


def closed(cast: Cast) -> Goal:
    goal = signed_goal(cast)
    operations.clear(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=1, reason="Not needed.")
    return goal


# act, how the goal stands, who may
TABLE: list[tuple[str, Make, set[str]]] = [
    ("pause", signed_goal, {"ben", "cy", "dee", "ada", "olu"}),
    ("close", signed_goal, {"ben", "cy", "dee", "ada"}),
    ("complete", signed_goal, {"ben", "cy", "dee"}),
    ("revoke", signed_goal, {"cy", "dee", "ada"}),
    ("resume", signed_goal, set()),
    ("cancel", signed_goal, set()),
    ("resume", paused, {"ben", "cy", "dee"}),
    ("pause", paused, set()),
    ("close", paused, {"ben", "cy", "dee", "ada"}),
    ("resume", stopped_by_rule, set()),
    ("close", stopped_by_rule, {"ben", "cy", "dee", "ada"}),
    ("resume", reported, {"ben", "cy", "dee"}),
    ("pause", closed, set()),
    ("resume", closed, set()),
    ("close", closed, set()),
    ("revoke", closed, set()),
]  # fmt: skip


def address(goal: Goal, act: str) -> str:
    return f"/goals/{goal.account.ref}/{act}/"


@pytest.mark.parametrize(("act", "make", "may"), TABLE, ids=[f"{a}-{m.__name__}" for a, m, _ in TABLE])
def test_the_button_and_the_page_are_there_for_exactly_those_who_may(
    cast: Cast, act: str, make: Make, may: set[str]
) -> None:
    goal = make(cast)
    before = written()
    offered, opened = set(), set()
    for who in PEOPLE:
        visitor = Visitor(getattr(cast, who)).get(f"/goals/{goal.account.ref}/")
        if address(goal, act) in visitor.markup:
            offered.add(who)
        if visitor.get(address(goal, act)).status == 200:
            opened.add(who)

    assert (offered, opened) == (may, may)
    assert written() == before


@pytest.mark.parametrize(("act", "make", "may"), TABLE[:4], ids=[act for act, _, _ in TABLE[:4]])
@pytest.mark.parametrize("who", PEOPLE)
def test_the_verb_agrees_with_the_button(cast: Cast, act: str, make: Make, may: set[str], who: str) -> None:
    goal = make(cast)
    visitor = Visitor(getattr(cast, who))

    visitor.post(address(goal, act), reason="It is time.", revision="1")

    acts = ("goal.paused", "goal.closed", "completion.claimed", "authorisation.revoked")
    done = Event.objects.filter(account=goal.account, action__in=acts).exists()
    assert (done, visitor.status) == ((True, 200) if who in may else (False, 403))


def test_who_may_not_reads_why_and_who_may(cast: Cast) -> None:
    goal = signed_goal(cast)

    said = Visitor(cast.aud).get(f"/goals/{goal.account.ref}/").said

    assert (
        "You read this as auditor, so you cannot pause it: Ben Osei, Olu Mensah, Cy Lindholm or 2 others can."
        in said
    )


def test_a_refused_act_is_told_in_the_words_of_the_verb(cast: Cast) -> None:
    goal = signed_goal(cast)

    visitor = Visitor(cast.aud).post(address(goal, "pause"), revision="1")

    assert visitor.status == 403
    assert (
        "Aud Nilsen cannot pause this goal; its owner Ben Osei or any operator or approver or controller can."
        in (visitor.said)
    )


def test_an_act_on_a_goal_that_moved_is_refused_and_says_to_what(cast: Cast) -> None:
    goal = paused(cast)

    visitor = Visitor(cast.ben).post(address(goal, "resume"), revision="1", reason="Go on.")

    assert visitor.status == 409
    assert "at revision 2" in visitor.said
    goal.refresh_from_db()
    assert goal.phase == "paused"


def test_a_reason_that_is_missing_is_asked_for_beside_its_field(cast: Cast) -> None:
    goal = signed_goal(cast)

    visitor = Visitor(cast.cy).post(address(goal, "close"), revision="1", reason="  ")

    assert visitor.status == 400
    assert "Say it in a few words; it is kept in the record." in visitor.said
    goal.refresh_from_db()
    assert not goal.cleared


def test_a_reason_without_end_is_refused_with_both_numbers(cast: Cast) -> None:
    goal = signed_goal(cast)

    visitor = Visitor(cast.cy).post(address(goal, "pause"), revision="1", reason="x" * 2_001)

    assert (visitor.status, "2,001 characters; at most 2,000 are kept" in visitor.said) == (400, True)


def test_what_was_done_is_said_and_stands_in_the_record(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.olu).get(f"/goals/{goal.account.ref}/")

    visitor.post(address(goal, "pause"), **visitor.hidden(address(goal, "pause")))

    assert "The goal is paused." in visitor.said
    assert "Paused by Olu Mensah today" in visitor.said
    assert "Olu Mensah paused the goal; no money moved." in visitor.said


def test_a_resume_is_done_with_its_reason(cast: Cast) -> None:
    goal = paused(cast)
    visitor = Visitor(cast.ben).get(address(goal, "resume"))
    assert "Round 1 of at most 5 may start by itself, out of USD 12.00 and 400,000 tokens." in visitor.said

    visitor.post(address(goal, "resume"), reason="The charges are posted.", **visitor.hidden())

    assert "resumed the goal because “ The charges are posted. ”; no money moved." in visitor.said


def test_a_policy_stop_leads_to_its_question_and_not_to_a_resume(cast: Cast) -> None:
    goal = stopped_by_rule(cast)

    visitor = Visitor(cast.cy).get(f"/goals/{goal.account.ref}/")
    said = visitor.said
    refused = Visitor(cast.cy).post(address(goal, "resume"), revision="2", reason="Go on.")

    assert "Stopped before round 1. There is no room." in said
    assert "/escalations/E-" in visitor.markup
    assert (refused.status, "An approver answers its escalation" in refused.said) == (409, True)


def test_a_person_who_wrote_a_turn_can_cancel_it(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with told_goal(cast, settings, tmp_path) as story:
        assert claiming.claim(story.write("Stop at once if asked.").outbox_id) is not None
        visitor = Visitor(cast.ben).get(f"/goals/{story.goal.account.ref}/")
        assert "Cancel this turn" in visitor.said

        visitor.get(address(story.goal, "cancel")).post(address(story.goal, "cancel"), revision="1")

    assert "It ends before its next step." in visitor.said
    assert "cancelled a person's turn; it ends before its next step, no money moved." in visitor.said


@pytest.mark.parametrize(("answer", "then"), [("accept", "Complete and accepted."), ("reject", "Stopped")])
def test_a_claim_is_decided_once_with_a_reason(
    cast: Cast, settings: Any, tmp_path: Path, answer: str, then: str
) -> None:
    with worked(cast, settings, tmp_path) as world:
        path = f"/goals/{world.goal.account.ref}/completion/"
        visitor = Visitor(cast.cy).get(path)
        assert "What was claimed" in visitor.said

        assert Visitor(cast.cy).post(path, answer=answer, reason=" ").status == 400
        visitor.post(path, answer=answer, reason="Compared with my own sample.")
        again = Visitor(cast.dee).post(path, answer=answer, reason="Me too.")

    assert then in visitor.said
    assert again.status == 409


def test_who_may_not_decide_a_claim_sees_the_evidence_and_no_form(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with worked(cast, settings, tmp_path) as world:
        path = f"/goals/{world.goal.account.ref}/completion/"
        visitor = Visitor(cast.aud).get(path)
        refused = Visitor(cast.aud).post(path, answer="accept", reason="Fine.")

    assert 'name="answer"' not in visitor.markup
    assert "so you cannot accept it" in visitor.said
    assert refused.status == 403


def test_an_act_that_does_not_exist_is_not_found(cast: Cast) -> None:
    assert Visitor(cast.cy).get(address(signed_goal(cast), "explode")).status == 404
