"""The /goal command carried out: in a session, in a page, from a shell; one grammar, one set of verbs."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from goals import command_line, operations
from goals.command import Reply
from goals.models import Goal
from governance.models import Event, Person, Request
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.django_db


def said(cast: Cast, goal: Goal, text: str, *, by: Person | None = None) -> Reply:
    return command_line.run(acting=cast.acting(by or cast.ben), session=goal.session, text=text)


def fresh(goal: Goal) -> Goal:
    return Goal.objects.get(pk=goal.pk)


@pytest.mark.parametrize("text", ["", "  ", "/goal", "/goal \n"])
def test_a3_02_nothing_after_goal_shows_it_and_changes_nothing(cast: Cast, text: str) -> None:
    goal = signed_goal(cast)
    before = Event.objects.count()

    reply = said(cast, goal, text)

    assert reply == Reply(
        ok=True,
        text="Goal active and armed, revision 1: the next round may start.\nObjective: Reconcile the two ledgers of "
        "August\nRounds started: 0 of 5\nCommands: /goal pause, /goal edit <objective>, /goal clear",
    )
    assert Event.objects.count() == before


def test_a3_03_a_second_objective_is_refused_without_an_event(cast: Cast) -> None:
    goal = signed_goal(cast)
    before = Event.objects.filter(account=goal.account).count()

    reply = said(cast, goal, "Reconcile September")

    assert (reply.ok, reply.text.startswith("The goal command was refused.")) == (False, True)
    assert Event.objects.filter(account=goal.account).count() == before


def test_a3_04_pause_resume_and_clear_are_the_verbs_of_every_other_door(cast: Cast) -> None:
    goal = signed_goal(cast)

    replies = [said(cast, goal, text) for text in ("pause", "/goal RESUME", "clear")]

    assert [reply.ok for reply in replies] == [True, True, True]
    assert replies[0].text.startswith("Goal paused, revision 2.")
    assert replies[2].text.startswith("No goal.")
    actions = ["goal.paused", "goal.resumed", "goal.closed"]
    found = Event.objects.filter(account=goal.account, action__in=actions).order_by("seq")
    assert list(found.values_list("action", flat=True)) == actions


def test_a3_05_an_edit_becomes_a_request_and_changes_nothing_before_it_is_signed(cast: Cast) -> None:
    goal = signed_goal(cast)

    reply = said(cast, goal, "edit  Reconcile September")

    request = Request.objects.get(kind="terms")
    assert (
        reply.text
        == f"{request.ref} asks Cy Lindholm to sign it. Until then the goal keeps the objective it has."
    )
    assert (request.title, fresh(goal).objective) == ("Reconcile September", goal.objective)


def test_a3_05_an_edit_without_text_says_what_is_missing(cast: Cast) -> None:
    assert said(cast, signed_goal(cast), "edit").ok is False


def test_a3_05_an_edit_of_a_completed_goal_asks_for_a_fresh_one_under_like_terms(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.complete(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1, evidence="All matched.")

    reply = said(cast, goal, "edit Reconcile September")

    request = Request.objects.filter(kind="goal").latest("pk")
    assert reply.text.startswith(f"{request.ref} asks Cy Lindholm to sign it.")
    assert (request.title, request.total_tokens) == ("Reconcile September", goal.account.budget_tokens)


def test_a3_06_without_a_goal_clear_is_fine_and_the_rest_is_an_error(cast: Cast) -> None:
    goal = signed_goal(cast)
    said(cast, goal, "clear")

    replies = {text: said(cast, goal, text).ok for text in ("clear", "pause", "resume", "edit other")}

    assert replies == {"clear": True, "pause": False, "resume": False, "edit other": False}


def test_a3_07_a_refusal_of_whatever_kind_is_the_one_answer_of_the_command(cast: Cast) -> None:
    goal = signed_goal(cast)

    refusals = [said(cast, goal, "resume").text, said(cast, goal, "pause", by=cast.aud).text]

    assert refusals == [
        "The goal command was refused. Cannot resume: the goal is already active and armed. Nothing needs to be done.",
        "The goal command was refused. Aud Nilsen cannot pause this goal; its owner Ben Osei or any operator or "
        "approver or controller can.",
    ]


def test_a3_09_a_failure_nobody_foresaw_is_not_dressed_up_as_a_refusal(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = signed_goal(cast)

    def fails(**given: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(operations, "pause", fails)

    with pytest.raises(RuntimeError, match="the disk is full"):
        said(cast, goal, "pause")


def test_a_program_asks_for_nothing_here(cast: Cast) -> None:
    goal = signed_goal(cast)

    assert said(cast, goal, "pause", by=cast.bot).text == (
        "The goal command was refused. Only a named person can pause a goal."
    )


@pytest.mark.parametrize("text", ["/goalpost", "goal", "pause the old exporter"])
def test_only_the_name_itself_is_taken_off(text: str) -> None:
    assert command_line.without_name(text) == text


def from_shell(*words: str) -> str:
    out = StringIO()
    call_command("goal", *words, stdout=out)
    return out.getvalue()


def test_from_a_shell_it_acts_as_the_named_person_and_the_record_says_how(cast: Cast) -> None:
    goal = signed_goal(cast)

    printed = from_shell("ben", goal.session.ref, "pause")

    assert printed.startswith("Goal paused, revision 2.")
    event = Event.objects.filter(account=goal.account).latest("seq")
    assert (event.actor, '"method":"command-line"' in event.body) == (cast.ben, True)


def test_from_a_shell_a_refusal_ends_the_command_with_its_words(cast: Cast) -> None:
    goal = signed_goal(cast)

    with pytest.raises(CommandError, match="Aud Nilsen cannot pause this goal"):
        from_shell("aud", str(goal.session_id), "pause")


@pytest.mark.parametrize(
    ("who", "which"), [("nobody", "S-0001"), ("eve", ""), ("ben", "S-9999"), ("ben", "one")]
)
def test_from_a_shell_names_that_are_not_there_or_not_theirs_are_refused(
    cast: Cast, who: str, which: str
) -> None:
    goal = signed_goal(cast)

    with pytest.raises(CommandError, match=r"nobody is called|not theirs to see"):
        from_shell(who, which or goal.session.ref)
