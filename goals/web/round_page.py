"""One round, or one person's turn: its turns and steps with tools, attempts and tokens, USD to four decimals.

A page holds a hundred steps; what stands on other pages is one line. The raw record of a step is one click below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.models import Execution, Goal, Step, ToolCall
from goals.web import gathering, goal_page, round_rows, sections, spend_lines
from goals.web.spend_lines import Line
from goals.web.timeline import GLYPHS, WORDS
from goals.web.wording import closed, when
from governance import clock
from governance.errors import NotFound
from governance.web import moments
from governance.web.format import counted, kept, money, percent, tokens
from governance.web.numbers_in import whole_number
from governance.web.viewer import viewer_of

PAGE = 100


@require_safe
def of_round(request: HttpRequest, account: int, number: int) -> HttpResponse:
    """An admitted round by its number."""
    goal = gathering.goal_for(viewer_of(request), account)
    return _page(request, goal, _rows().filter(goal=goal, number=number).first())


@require_safe
def of_turn(request: HttpRequest, account: int, execution: int) -> HttpResponse:
    """A person's turn, which has no number of its own."""
    goal = gathering.goal_for(viewer_of(request), account)
    return _page(request, goal, _rows().filter(goal=goal, pk=execution, number=None).first())


def _rows() -> QuerySet[Execution]:
    return Execution.objects.select_related("hold", "writer", "authorisation__request", "session")


def _page(request: HttpRequest, goal: Goal, one: Execution | None) -> HttpResponse:
    if one is None:
        raise NotFound("There is no such round.")
    after = whole_number(request.GET.get("after")) or 0
    lines, pager = _lines(goal, one, after)
    context = {
        "current": "goals", "goal": goal, "execution": one, "crumbs": goal_page.crumbs(goal, title_of(one)),
        "title": f"{title_of(one)} of {goal.account.ref}", "state": _state(one), "lead": goal.objective,
        "facts": _facts(one, goal), "lines": lines, "pager": pager, "checked": _checked(one, goal),
        "sections": sections.of(goal.strategy).of_round(one), "around": _around(goal, one),
    }  # fmt: skip
    return render(request, "goals/round.html", context)


def title_of(one: Execution) -> str:
    return kept("Round", one.number) if one.number else f"A turn of {one.writer}"


def _state(one: Execution) -> dict[str, str]:
    now = clock.now()
    if one.state == Execution.State.RUNNING:
        return {
            "glyph": "running",
            "word": "Running",
            "text": f". It started {when(one.started_at, now=now)}.",
        }
    if one.state == Execution.State.UNCERTAIN:
        lost = " The answer of a call was lost; a person says what to post."
        return {"glyph": "uncertain", "word": "Uncertain.", "text": lost}
    word = WORDS[one.state].rstrip(": ") or "Settled"
    ended = when(one.ended_at, now=now) if one.ended_at else ""
    return {"glyph": GLYPHS[one.state], "word": word, "text": f" {ended}. {closed(one.sentence)}"}


def _facts(one: Execution, goal: Goal) -> list[dict[str, str]]:
    hold, currency, signed = one.hold, goal.account.currency, one.authorisation.request.ref
    spent = f"{tokens(one.tokens)} tokens, {money(one.money, currency=currency, places=4)}"
    held = f"{tokens(hold.tokens)} tokens"
    if goal.account.budget_money is not None:
        held += f", {money(hold.money, currency=currency, places=4)}"
    released = f"{tokens(hold.released_tokens)} tokens released at its end" if one.ended_at else "still held"
    cached = percent(one.cached_input_tokens, one.input_tokens)
    return [
        {"label": "Spent", "text": spent},
        {"label": "Held for it", "text": f"{held}; {released}"},
        {"label": "From the cache", "text": f"{cached} of its input" if cached else "nothing was asked yet"},
        {"label": "Time", "text": moments.span(one.started_at, one.ended_at)},
        {"label": "Limit of time", "text": moments.full(one.deadline)},
        {"label": "Admitted under", "text": f"terms version {one.terms_version}, signed in {signed}",
         "href": f"/requests/{signed}/"},
        {"label": "Claimed", "text": counted(one.claims, "time")},
    ]  # fmt: skip


def _lines(goal: Goal, one: Execution, after: int) -> tuple[list[Line], dict[str, str]]:
    steps = Step.objects.filter(turn__execution=one).select_related("turn").order_by("pk")
    found = list(steps.filter(pk__gt=after).annotate(tried=Count("attempts"))[: PAGE + 1])
    shown = found[:PAGE]
    doubts, tools = round_rows.doubts_of([one.pk]), _tools(shown)
    turns = {turn.pk: turn for turn in one.turns.order_by("number")}
    lines: list[Line] = []
    for step in shown:
        if step.turn_id in turns:
            lines.append(_turn(turns.pop(step.turn_id)))
        lines.append(_step(goal, one, step, doubts.get(("step", step.pk), ""), tools.get(step.pk, [])))
    lines += _elsewhere(one, shown)
    steps_only = [each for each in lines if each["level"] in ("step", "human")]
    lines += spend_lines.rounding("step", steps_only, one.money, places=4)
    lines.append(
        spend_lines.line("total", title_of(one), spend_lines.of(one), did=counted(one.steps, "step"))
    )
    pager = {"older_href": f"?after={shown[-1].pk}", "older": "Later steps"} if len(found) > PAGE else {}
    return lines, pager | ({"first_href": "?"} if after else {})


def _turn(turn: Any) -> Line:
    said = turn.sentence or "Not ended yet."
    time = moments.span(turn.started_at, turn.ended_at, with_day=False)
    return spend_lines.line(
        "turn", kept("Turn", turn.number), spend_lines.of(turn), glyph="unfolded", did=said, time=time
    )


def _step(goal: Goal, one: Execution, step: Step, doubt: str, tools: Sequence[str]) -> Line:
    tried = getattr(step, "tried", 1)
    words = [step.sentence or "Waits for an answer."]
    if tried > 1:
        words.append(f"{tried} attempts.")
    return spend_lines.line(
        "step", kept("Step", f"{step.turn.number}.{step.number}"), spend_lines.of(step),
        glyph="uncertain" if doubt else "settled" if step.ended_at else "running", did=" ".join(words),
        time=moments.clock(step.started_at), uncertain=doubt, tools=", ".join(tools),
        href=reverse("goal-step", args=[goal.account_id, one.pk, step.turn.number, step.number]),
    )  # fmt: skip


def _tools(shown: Sequence[Step]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    calls = ToolCall.objects.filter(step__in=[step.pk for step in shown]).order_by("step_id", "number")
    for step, name in calls.values_list("step_id", "name"):
        found.setdefault(step, []).append(name)
    return found


def _elsewhere(one: Execution, shown: Sequence[Step]) -> list[Line]:
    """What the steps on other pages came to, as one line."""
    left = spend_lines.of(one) - spend_lines.total(shown)
    if len(shown) == one.steps:
        return []
    count = one.steps - len(shown)
    return [spend_lines.line("human", counted(count, "step"), left, glyph="folded", did="On other pages.")]


def _checked(one: Execution, goal: Goal) -> dict[str, Any]:
    of_turns = spend_lines.total(one.turns.all())
    both = f"{tokens(one.tokens)} tokens, {money(one.money, currency=goal.account.currency, places=4)}"
    if of_turns != spend_lines.of(one):
        off = f"{tokens(of_turns.tokens)} tokens, {money(of_turns.money, places=4)}"
        return {"agrees": False, "text": f"These do not agree: its turns say {off}, the round {both}."}
    posted, posted_money = one.hold.posted_tokens, one.hold.posted_money
    if one.tokens < posted or one.money < posted_money:
        return {"agrees": False, "text": f"Its hold has {tokens(posted)} tokens posted, the round {both}."}
    return {
        "agrees": True,
        "text": f"Steps, turns and ledger agree: {both}. Open a step for the raw provider record.",
    }


def _around(goal: Goal, one: Execution) -> list[dict[str, str]]:
    """The round before and the one after, and the words that were exchanged."""
    found = []
    if one.number and one.number > 1:
        href = reverse("goal-round", args=[goal.account_id, one.number - 1])
        found.append({"text": kept("Round", one.number - 1), "href": href})
    if one.number and one.number < goal.rounds_started:
        href = reverse("goal-round", args=[goal.account_id, one.number + 1])
        found.append({"text": kept("Round", one.number + 1), "href": href})
    href = f"{reverse('goal-session', args=[goal.account_id])}?execution={one.pk}"
    return [*found, {"text": "What was said", "href": href}]
