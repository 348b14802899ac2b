"""One run: how it ended, which blocker stood in which rounds, its handoffs one under the other, what rounds cost.

A page holds two dozen rounds. Reads only; nothing here compares what the record has not compared already.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.models import Goal
from goals.web import gathering, goal_page
from governance.errors import NotFound
from governance.web import moments
from governance.web.format import counted, kept, money, tokens
from governance.web.numbers_in import whole_number
from governance.web.viewer import viewer_of
from ralph_runs.models import Decision, RalphRun, RunRound
from ralph_runs.web import effort, moves
from ralph_runs.web.chains import Chain, chains_of

PAGE = 24
_GLYPHS = {
    "open": "running", "complete": "claimed", "blocked": "stopped", "budget-limited": "stopped",
    "round-failed": "refused", "cancelled": "paused", "stopped-by-convergence": "stopped",
}  # fmt: skip
_WORDS = {
    "open": "Open", "complete": "Completion claimed", "blocked": "Blocked", "budget-limited": "Rounds used up",
    "round-failed": "Round failed", "cancelled": "Cancelled", "stopped-by-convergence": "Stopped",
}  # fmt: skip
_WHY = {
    "start": "The goal’s first run", "answer": "A policy stop was answered",
    "objective": "Another objective was signed", "resume": "Resumed, in the same window",
}  # fmt: skip
_STATUS = {
    "continue": ("open", "goes on"), "complete": ("claimed", "says it is complete"),
    "blocked": ("stopped", "says it cannot go on"), "": ("refused", "no valid report"),
}  # fmt: skip


@require_safe
def show(request: HttpRequest, account: int, number: int) -> HttpResponse:
    """A run of a goal by its number."""
    goal = gathering.goal_for(viewer_of(request), account)
    run = RalphRun.objects.filter(goal=goal, number=number).select_related("after_escalation").first()
    if run is None:
        raise NotFound("There is no such run.")
    before = whole_number(request.GET.get("before"))
    rows, more, last = _rows(run, before)
    decided = Decision.objects.filter(run=run, execution__in=[row.execution_id for row in rows])
    verdicts = {one.execution_id: (one, json.loads(one.verdict_text)) for one in decided}
    chains = chains_of(
        [
            (row.execution.number or 0, verdicts[row.execution_id][1])
            for row in rows
            if row.execution_id in verdicts
        ]
    )
    newest = verdicts[rows[-1].execution_id][0] if rows and rows[-1].execution_id in verdicts else None
    context = {
        "current": "goals", "goal": goal, "run": run, "crumbs": goal_page.crumbs(goal, kept("Run", number)),
        "title": f"{kept('Run', number)} of {goal.account.ref}", "lead": goal.objective,
        "stop": run.sentence if run.outcome == RalphRun.Outcome.STOPPED else "", "state": _state(run),
        "pairs": _pairs(run, goal, newest), "strip": _strip(rows, chains, newest),
        "moves": _moves(rows, chains, last, goal),
        "effort": effort.of(goal, run, rows), "around": _around(goal, run), "pager": _pager(rows, more),
    }  # fmt: skip
    return render(request, "runs/run.html", context)


def _rows(run: RalphRun, before: int | None) -> tuple[list[RunRound], bool, RunRound | None]:
    """The rounds of this page, oldest first; whether older ones are left; the last good report before them."""
    found = (
        RunRound.objects.filter(run__goal=run.goal_id)
        .select_related("execution", "run")
        .order_by("-execution_id")
    )
    of_run = found.filter(run=run)
    page = list((of_run if before is None else of_run.filter(execution__lt=before))[: PAGE + 1])
    rows = page[:PAGE][::-1]
    good = found.exclude(report_text="")
    last = good.filter(execution__lt=rows[0].execution_id).first() if rows else None
    return rows, len(page) > PAGE, last


def _state(run: RalphRun) -> dict[str, str]:
    said = f". {run.sentence}" if run.sentence else ", rounds may still be counted in it."
    return {"glyph": _GLYPHS[run.outcome], "word": _WORDS[run.outcome], "text": said}


def _pairs(run: RalphRun, goal: Goal, newest: Decision | None) -> list[dict[str, str]]:
    after = run.after_escalation
    pairs = [
        {"label": "Opened", "text": f"{moments.full(run.opened_at)}. {_WHY[run.opened_for]}."},
        {"label": "Ended", "text": moments.full(run.closed_at) if run.closed_at else "Not yet."},
    ]
    if after is not None:
        pairs.append({"label": "After", "text": after.ref, "href": f"/escalations/{after.ref}/"})
    if newest is not None:
        text = (
            f"Version {newest.matcher_version}; {counted(newest.threshold, 'round')} in a row stop the goal."
        )
        pairs.append({"label": "Rule", "text": text})
    return pairs


def _strip(rows: Sequence[RunRound], chains: Sequence[Chain], newest: Decision | None) -> dict[str, Any]:
    numbers = [row.execution.number or 0 for row in rows]
    silent = {row.execution.number for row in rows if not row.report_text}
    return {
        "rounds": numbers,
        "rows": [
            {"text": chain.text, "cells": [_cell(chain, at, silent) for at in numbers],
             "count": _count(chain, newest)}
            for chain in chains
        ],
        "silent": sorted(each for each in silent if each),
    }  # fmt: skip


def _cell(chain: Chain, number: int, silent: set[int | None]) -> dict[str, Any]:
    met = number in chain.rounds
    earlier = [at for at in chain.rounds if at < number]
    return {"met": met, "again": met and bool(earlier) and number - 1 in earlier, "void": number in silent,
            "number": number}  # fmt: skip


def _count(chain: Chain, newest: Decision | None) -> str:
    most = f" of {newest.threshold}" if newest is not None else ""
    return f"{len(chain.rounds)}{most}"


def _moves(
    rows: Sequence[RunRound], chains: Sequence[Chain], last: RunRound | None, goal: Goal
) -> list[dict[str, Any]]:
    before = json.loads(last.report_text) if last else None
    told = []
    for row in rows:
        one = row.execution
        glyph, word = _STATUS.get(row.status if row.report_text else "", _STATUS[""])
        line: dict[str, Any] = {
            "number": one.number, "href": reverse("goal-round", args=[goal.account_id, one.number]), "glyph": glyph,
            "word": word, "when": moments.span(one.started_at, one.ended_at),
            "spent": f"{tokens(one.tokens)} tokens, {money(one.money, currency=goal.account.currency)}",
            "fault": row.fault, "waits": not row.report_text and one.ended_at is None,
        }  # fmt: skip
        if row.report_text:
            report = json.loads(row.report_text)
            line["summary"] = report["summary"]
            line["moved"] = moves.between(before, report, number=one.number or 0, chains=chains)
            before = report
        told.append(line)
    return told


def _around(goal: Goal, run: RalphRun) -> list[dict[str, str]]:
    others = RalphRun.objects.filter(goal=goal, number__in=[run.number - 1, run.number + 1]).order_by(
        "number"
    )
    return [
        {"text": kept("Run", each.number), "href": reverse("goal-run", args=[goal.account_id, each.number])}
        for each in others
    ]


def _pager(rows: Sequence[RunRound], more: bool) -> dict[str, str] | None:
    if not more:
        return None
    return {"older_href": f"?before={rows[0].execution_id}", "older": "Earlier rounds"}
