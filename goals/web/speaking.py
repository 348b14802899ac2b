"""What a person does in a session: write, take back, confirm, dismiss, give a /goal command. Each a POST."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from goals import command_line, human_turns, proposals
from goals.command import Reply
from goals.models import Goal, HumanInput, Proposal
from goals.web import gathering, session_page
from governance.errors import CountersignError, Invalid, NotFound
from governance.web import once
from governance.web.acting import acting_of
from governance.web.numbers_in import whole_number
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

WRITTEN = "Your message waits for what runs, goes before the next round, and is spent under your name."


@require_POST
def write(request: HttpRequest, account: int) -> HttpResponse:
    """A message: a person's turn, funded from the goal's budget."""
    goal, text = _goal(request, account), request.POST.get("text", "")
    acting = acting_of(request)
    try:
        once.carry_out(request, lambda: human_turns.write(acting=acting, goal_id=goal.pk, text=text))
    except CountersignError as error:
        return session_page.page(
            request, viewer_of(request), _goal(request, account), status=status_of(error), message=text[:70_000],
            message_error=error.message,
        )  # fmt: skip
    messages.success(request, WRITTEN)
    return _back(goal)


@require_POST
def withdraw(request: HttpRequest, account: int) -> HttpResponse:
    """Take a waiting message back."""
    goal = _goal(request, account)
    wanted = _number(request, "message")
    if not HumanInput.objects.filter(pk=wanted, goal=goal).exists():
        raise NotFound("There is no such message.")
    return _done(
        request, goal, lambda: human_turns.withdraw(acting=acting_of(request), input_id=wanted), "Taken back."
    )


@require_POST
def decide(request: HttpRequest, account: int) -> HttpResponse:
    """Confirm or dismiss what the agent proposed."""
    goal = _goal(request, account)
    wanted, answer = _number(request, "proposal"), request.POST.get("answer", "")
    if not Proposal.objects.filter(pk=wanted, goal=goal).exists():
        raise NotFound("There is no such proposal.")
    acting = acting_of(request)
    if answer == "dismiss":
        return _done(
            request, goal, lambda: proposals.dismiss(acting=acting, proposal_id=wanted), "Dismissed."
        )
    if answer != "confirm":
        raise Invalid("Confirm it or dismiss it.", field="answer")
    return _done(request, goal, lambda: proposals.confirm(acting=acting, proposal_id=wanted), "")


@require_POST
def command(request: HttpRequest, account: int) -> HttpResponse:
    """The /goal line. Its answer stands beside it."""
    goal, text = _goal(request, account), request.POST.get("command", "")
    reply: list[Reply] = []
    acting = acting_of(request)
    try:
        first = once.carry_out(
            request, lambda: reply.append(command_line.run(acting=acting, session=goal.session, text=text))
        )
    except Invalid as error:
        reply, first = [Reply(ok=False, text=error.message)], True
    if not first:
        reply = [Reply(ok=True, text="This command was carried out before; it was not carried out again.")]
    answer = reply[0]
    fresh = _goal(request, account)
    return session_page.page(
        request, viewer_of(request), fresh, status=200 if answer.ok else 409, command="" if answer.ok else text,
        reply=answer,
    )  # fmt: skip


def _goal(request: HttpRequest, account: int) -> Goal:
    return gathering.goal_for(viewer_of(request), account)


def _number(request: HttpRequest, name: str) -> int:
    found = whole_number(request.POST.get(name))
    if found is None:
        raise NotFound("There is no such thing.")
    return found


def _done(request: HttpRequest, goal: Goal, verb: object, words: str) -> HttpResponse:
    assert callable(verb)
    try:
        said = verb()
    except CountersignError as error:
        messages.error(request, error.message)
        return _back(goal)
    messages.success(request, said if isinstance(said, str) else words)
    return _back(goal)


def _back(goal: Goal) -> HttpResponse:
    return redirect(reverse("goal-session", args=[goal.account_id]))
