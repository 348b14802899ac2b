"""The session: what was said, what waits, what is proposed, and the /goal line; every act a POST, each done once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from goals import sessions
from goals.models import Body, Goal, HumanInput, Proposal
from tests.api.world import World, worked
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    with worked(cast, settings, tmp_path) as found:
        yield found


def session(goal: Goal, act: str = "") -> str:
    return f"/goals/{goal.account.ref}/session/{act}"


def test_it_reads_down_the_page_who_said_what(world: World, cast: Cast) -> None:
    said = Visitor(cast.aud).get(session(world.goal)).said

    order = [
        "Ben Osei said", "Mind the entries above 1,000.", "The agent answered", "Countersign opened round 1",
        "read_file gave back", "The goal was claimed complete, revision 2.",
    ]  # fmt: skip
    assert [words for words in order if words not in said] == []
    assert [said.index(words) for words in order[:4]] == sorted(said.index(words) for words in order[:4])


def test_the_share_from_the_cache_is_shown(world: World, cast: Cast) -> None:
    totals = world.goal.totals

    assert f"{totals.cached_input_tokens:,} of {totals.input_tokens:,} tokens." in (
        Visitor(cast.ben).get(session(world.goal)).said
    )


def test_one_round_can_be_read_alone(world: World, cast: Cast) -> None:
    second = world.goal.executions.get(number=2)

    said = Visitor(cast.ben).get(f"{session(world.goal)}?execution={second.pk}").said

    assert "What was said in round 2" in said
    assert "opened round 2" in said
    assert "opened round 1" not in said


@pytest.mark.parametrize(
    ("who", "may"), [("ben", True), ("olu", True), ("cy", True), ("ada", False), ("aud", False)]
)
def test_who_may_write_has_a_form_and_the_others_a_sentence(cast: Cast, who: str, may: bool) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(getattr(cast, who)).get(session(goal))

    refused = "Only Ben Osei, an operator or an approver writes into this session."
    assert ('name="text"' in visitor.markup, refused in visitor.said) == (may, not may)


def test_a_message_waits_and_can_be_taken_back_by_its_writer(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(session(goal))

    visitor.post(session(goal, "write/"), text="Start with July.", **visitor.hidden(session(goal, "write/")))

    assert "Waits to be said" in visitor.said
    assert "Your message waits for what runs, goes before the next round" in visitor.said
    waiting = HumanInput.objects.get()
    assert "Take it back" not in Visitor(cast.cy).get(session(goal)).said

    visitor.post(session(goal, "withdraw/"), message=waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.status, "Taken back." in visitor.said) == ("withdrawn", True)


def test_the_same_form_sent_twice_is_one_message(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(session(goal))
    form = visitor.hidden(session(goal, "write/"))

    for _ in range(2):
        visitor.post(session(goal, "write/"), text="Start with July.", **form)

    assert HumanInput.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [("  ", "Write something."), ("x" * 65_537, "The message is 65,537 bytes; at most 65,536 are taken.")],
    ids=["empty", "too long"],
)
def test_a_message_that_cannot_be_taken_says_what_can(cast: Cast, text: str, said: str) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(session(goal))

    visitor.post(session(goal, "write/"), text=text, **visitor.hidden(session(goal, "write/")))

    assert (visitor.status, said in visitor.said, HumanInput.objects.count()) == (400, True, 0)


def test_a_refused_writer_changes_nothing_and_keeps_what_was_written(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.aud).post(session(goal, "write/"), text="Let me.", once="0" * 32)

    assert (visitor.status, HumanInput.objects.count()) == (403, 0)


def test_a_form_without_its_name_is_refused(cast: Cast) -> None:
    goal = signed_goal(cast)

    visitor = Visitor(cast.ben).post(session(goal, "write/"), text="Start with July.")

    assert (visitor.status, "This form is too old." in visitor.said) == (400, True)


def test_a_proposal_is_confirmed_by_its_writer_on_the_page(world: World, cast: Cast) -> None:
    assert "Confirm" not in Visitor(cast.cy).get(session(world.goal)).said
    visitor = Visitor(cast.ben).get(session(world.goal))
    assert (
        "To edit the goal , in a turn of Ben Osei. Nothing changes unless you confirm. Round cap 9"
        in visitor.said
    )

    visitor.post(session(world.goal, "proposal/"), proposal=world.proposal.pk, answer="dismiss")

    assert "Dismissed." in visitor.said
    assert Proposal.objects.get(pk=world.proposal.pk).status == "dismissed"


def test_a_proposal_of_somebody_elses_turn_is_refused_in_words(world: World, cast: Cast) -> None:
    visitor = Visitor(cast.cy).post(
        session(world.goal, "proposal/"), proposal=world.proposal.pk, answer="confirm"
    )

    assert "Only Ben Osei, in whose turn it was proposed, decides on this." in visitor.said
    assert Proposal.objects.get(pk=world.proposal.pk).status == "open"


def test_the_goal_line_answers_beside_itself(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.ben).get(session(goal))

    visitor.post(
        session(goal, "command/"), command="pause", **visitor.hidden(f"{session(goal, 'command/')}#command")
    )

    assert "Goal paused, revision 2." in visitor.said
    goal.refresh_from_db()
    assert goal.phase == "paused"


def test_a_refused_goal_line_keeps_what_was_typed(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.aud).get(session(goal))

    visitor.post(
        session(goal, "command/"), command="pause", **visitor.hidden(f"{session(goal, 'command/')}#command")
    )

    assert (visitor.status, 'value="pause"' in visitor.markup) == (409, True)
    assert "The goal command was refused. Aud Nilsen cannot pause this goal" in visitor.said


def test_a_message_of_another_goal_is_not_found(cast: Cast) -> None:
    one, other = signed_goal(cast), signed_goal(cast, objective="Another wish")
    visitor = Visitor(cast.ben).get(session(one))
    visitor.post(session(one, "write/"), text="Start with July.", **visitor.hidden(session(one, "write/")))

    assert visitor.post(session(other, "withdraw/"), message=HumanInput.objects.get().pk).status == 404


def test_a_purged_text_says_under_which_rule(world: World, cast: Cast) -> None:
    body = Body.objects.get(text="Mind the entries above 1,000.")
    Body.objects.filter(pk=body.pk).update(
        text=None, purged_at=world.goal.account.created_at, purge_rule="after-90-days"
    )

    assert "Purged under the rule after-90-days." in Visitor(cast.ben).get(session(world.goal)).said


def test_the_whole_text_comes_as_plain_text_that_runs_nothing(world: World, cast: Cast) -> None:
    visitor = Visitor(cast.ben)

    answer = visitor.client.get(session(world.goal, "2/"))

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_long_transcript_is_read_page_by_page(world: World, cast: Cast) -> None:
    with transaction.atomic():
        for number in range(60):
            sessions.append(
                world.goal.session, type="user/message", data={"source": {"kind": "user"}}, body=f"Word {number}.",
                goal=world.goal, actor=cast.ben,
            )  # fmt: skip
    visitor = Visitor(cast.ben).get(session(world.goal))
    assert ("Word 59." in visitor.said, "Word 19." in visitor.said) == (True, False)
    before = visitor.markup.split("?before=")[1].split('"')[0]

    visitor.get(f"{session(world.goal)}?before={before}")

    assert ("Word 59." in visitor.said, "Word 19." in visitor.said) == (False, True)
    assert queries(cast.ben, session(world.goal)) <= 30
