"""What a model proposed in a person's turn: that person confirms or dismisses it, once, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from goals import operations, proposals
from goals.models import Execution, Goal, Proposal
from governance import canonical, clock
from governance.errors import Conflict, Forbidden
from governance.models import Event, Hold, Outbox, Request
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.django_db


def proposed(cast: Cast, goal: Goal, action: str, **data: Any) -> Proposal:
    """In a turn of Ben's that has ended."""
    at = clock.now()
    turn = Execution.objects.create(
        goal=goal, kind="human", writer=cast.ben, revision=1, terms_version=1, epoch=1, state="settled", outcome="done",
        authorisation_id=goal.account.authorisation_id, session=goal.session, lease_owner="a worker", lease_until=at,
        outbox=Outbox.objects.create(topic="human", account=goal.account, status="claimed", created_at=at),
        hold=Hold.objects.create(account=goal.account, purpose="a turn", tokens=0, opened_at=at),
        deadline=at, started_at=at, ended_at=at,
    )  # fmt: skip
    return Proposal.objects.create(
        goal=goal, execution=turn, action=action, data=canonical.text(data), at=clock.now()
    )


def test_another_goal_becomes_a_request_and_no_goal(cast: Cast) -> None:
    goal = signed_goal(cast)
    one = proposed(cast, goal, "create", objective="Reconcile September", max_goal_rounds=3)

    said = proposals.confirm(acting=cast.acting(cast.ben), proposal_id=one.pk)

    request = Request.objects.filter(kind="goal").latest("pk")
    assert said == f"{request.ref} asks Cy Lindholm to sign it, under terms like those of {goal.ref}."
    assert (request.title, Goal.objects.count()) == ("Reconcile September", 1)


def test_a_wider_edit_becomes_a_request_and_a_narrower_one_takes_effect(cast: Cast) -> None:
    goal = signed_goal(cast)
    wider = proposed(cast, goal, "edit", revision=1, max_goal_rounds=99)
    proposals.confirm(acting=cast.acting(cast.ben), proposal_id=wider.pk)
    assert (Request.objects.get(kind="terms").account, Goal.objects.get().max_rounds) == (goal.account, 5)

    narrower = proposed(cast, goal, "edit", revision=1, max_goal_rounds=2)
    said = proposals.confirm(acting=cast.acting(cast.ben), proposal_id=narrower.pk)

    assert (said, Goal.objects.get().max_rounds) == ("The terms are narrower from now on.", 2)


def test_a_resume_resumes_in_the_name_of_whoever_confirms(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.pause(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1)
    one = proposed(cast, goal, "resume", revision=2)

    proposals.confirm(acting=cast.acting(cast.ben), proposal_id=one.pk)

    assert Goal.objects.get().phase == "active"
    assert Event.objects.filter(action="goal.resumed").get().actor == cast.ben


def test_it_is_decided_once(cast: Cast) -> None:
    goal = signed_goal(cast)
    one = proposed(cast, goal, "edit", revision=1, max_goal_rounds=2)
    proposals.dismiss(acting=cast.acting(cast.ben), proposal_id=one.pk)

    with pytest.raises(Conflict, match="Ben Osei has already dismissed this"):
        proposals.confirm(acting=cast.acting(cast.ben), proposal_id=one.pk)

    assert Goal.objects.get().max_rounds == 5


@pytest.mark.parametrize("who", ["cy", "olu", "bot"])
def test_only_whoever_wrote_the_turn_decides(cast: Cast, who: str) -> None:
    one = proposed(cast, signed_goal(cast), "edit", revision=1, max_goal_rounds=2)

    with pytest.raises(Forbidden, match="Only Ben Osei"):
        proposals.confirm(acting=cast.acting(getattr(cast, who)), proposal_id=one.pk)

    one.refresh_from_db()
    assert one.status == "open"


def test_what_the_verb_refuses_leaves_the_proposal_open(cast: Cast) -> None:
    goal = signed_goal(cast)
    one = proposed(cast, goal, "edit", revision=7, max_goal_rounds=2)

    with pytest.raises(Conflict, match="The goal has moved since this was proposed"):
        proposals.confirm(acting=cast.acting(cast.ben), proposal_id=one.pk)

    one.refresh_from_db()
    assert one.status == "open"


def test_each_decision_is_one_line_of_the_record(cast: Cast) -> None:
    one = proposed(cast, signed_goal(cast), "resume", revision=1)

    proposals.dismiss(acting=cast.acting(cast.ben), proposal_id=one.pk)

    assert Event.objects.latest("pk").sentence == (
        "Ben Osei dismissed a resume that the agent proposed; that alone moved no money."
    )
