"""Do fresh-agent runs converge? Blockers per run, what was stopped, and what another threshold would have saved.

A constant number of reads; the rule itself judges the stored reports again, nothing is estimated.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.models import Goal
from goals.reports.trend import over
from goals.web.reports import asking
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance.money import ZERO
from governance.web import moments
from governance.web.books import adding, periods
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.charts import Point, Series, line_chart
from governance.web.format import counted, figure, money
from governance.web.plain_text import shown
from ralph_runs import hindsight
from ralph_runs.hindsight import Saved
from ralph_runs.models import Decision, RalphRun, RunRound

MOST_ROUNDS = 5_000
THRESHOLDS = (2, 3, 4, 5)
OUTCOMES = {
    "complete": "Claimed complete",
    "blocked": "Reported blocked by the agent",
    "budget-limited": "Reached the round cap",
    "round-failed": "A round failed",
    "cancelled": "Cancelled",
    "stopped-by-convergence": "Stopped: the same blocker",
    "open": "Still open",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """The rounds of the window, and what people said to its stops."""

    rounds: Sequence[RunRound]
    stops: int
    overruled: int

    @property
    def ids(self) -> set[int]:
        return {one.run_id for one in self.rounds}


@require_safe
def convergence(request: HttpRequest) -> HttpResponse:
    """The report."""
    asked = asking.asked_of(request)
    threshold = {str(one): one for one in THRESHOLDS}.get(request.GET.get("threshold", ""), 3)
    found = _read(asked)
    saved = [one for one in _backtest(found.rounds, threshold) if one.stop_round is not None]
    filters = asking.filters(request, asked)
    options = [(str(one), f"{one} in a row") for one in THRESHOLDS]
    filters["fields"].append(
        {
            "name": "threshold",
            "label": "Try a stop after",
            "kind": "select",
            "options": options,
            "value": str(threshold),
            "short": True,
        }
    )
    page = Page(
        name="convergence",
        current="reports",
        title="Do runs converge?",
        extra=tabs("report-convergence"),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Convergence"}],
        lead=f"{asked.scope}, {asked.span}. Fresh-agent runs by the month they began.",
        finding=_finding(found),
        filters=filters,
        asked=[*asked.pairs, ("Stop after", str(threshold))],
        drawn_at=asked.at,
        wide_paper=True,
        rows=[[_by_month(asked, found)], [_outcomes(asked)], [_saved(saved, threshold)]],
        foot_left=f"Drawn {moments.full(asked.at)} from {counted(len(found.rounds), 'round')}.",
    )
    return respond(request, page)


def _in(asked: Asked) -> dict[str, Any]:
    return {"opened_at__gte": asked.window.starts_at, "opened_at__lt": asked.window.ends_before}


def _read(asked: Asked) -> Runs:
    condition = {f"run__{name}": value for name, value in _in(asked).items()}
    rows = RunRound.objects.filter(asked.window.accounts("run__goal__account"), **condition)
    rows = rows.select_related("execution", "run__goal__account").order_by(
        "run__goal__account_id", "execution_id"
    )
    decided = Decision.objects.filter(asked.window.accounts("run__goal__account"), stops=True, **condition)
    stops = decided.count()
    return Runs(
        rounds=list(rows[:MOST_ROUNDS]), stops=stops, overruled=decided.filter(overrule__isnull=False).count()
    )


def blockers_of(row: RunRound) -> int:
    """How many blockers a stored report names; none for a round without a valid report."""
    if not row.report_text:
        return 0
    report = json.loads(row.report_text)
    listed = report.get("blockers")
    return len(listed) if isinstance(listed, list) else int(bool(report.get("blocker")))


def _finding(found: Runs) -> str:
    if not found.rounds:
        return "No fresh-agent run began in this time."
    named = sum(blockers_of(row) for row in found.rounds)
    each = over(Decimal(named), len(found.ids))
    stops = (
        "none was stopped for repeating one"
        if not found.stops
        else (
            f"{counted(found.stops, 'stop')} for repeating one, {found.overruled} of them overruled by a person"
        )
    )
    return f"{counted(len(found.ids), 'run')} named {figure(each, places=1)} blockers each; {stops}."


def _by_month(asked: Asked, found: Runs) -> Part:
    runs: dict[str, set[int]] = defaultdict(set)
    rounds: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for row in found.rounds:
        month = f"{row.run.opened_at:%Y-%m}"
        runs[month].add(row.run_id)
        rounds[month] += 1
        named[month] += blockers_of(row)
    each = [over(Decimal(named[one]), len(runs[one])) for one in asked.periods]
    present = f"{asked.at:%Y-%m}"
    points = tuple(Point(value, closed=one < present) for one, value in zip(asked.periods, each, strict=True))
    columns = [Column(""), *(Column(periods.head(one), "right") for one in asked.periods)]
    rows = [
        Row(["Rounds", *(Cell(rounds[one], kind="count") for one in asked.periods)]),
        Row(["Blockers named", *(Cell(named[one], kind="count") for one in asked.periods)]),
        Row(["÷ runs", *(Cell(len(runs[one]), kind="count") for one in asked.periods)]),
        Row(
            ["Blockers per run", *(Cell(one, kind="usd") if one is not None else "" for one in each)],
            style="total",
        ),
    ]
    label = "Blockers per run by month; the figures stand in the table below."
    return Part(
        heading="Blockers per run",
        note="as the agents reported them",
        chart=line_chart([Series("", points)], label=label),
        table=Table("Blockers per run by month", columns, rows, fixed=True),
    )


def _outcomes(asked: Asked) -> Part:
    ended = RalphRun.objects.filter(asked.window.accounts("goal__account"), **_in(asked)).values_list(
        "outcome", flat=True
    )
    found = Counter(ended)
    columns = [Column("How runs ended"), Column("Runs", "count")]
    rows = [Row([words, found[outcome]]) for outcome, words in OUTCOMES.items() if found[outcome]]
    return Part(
        heading="How they ended",
        note="runs that began in this time",
        table=Table(
            "Outcomes", columns, adding.totalled(columns, rows, "All"), empty="No run began in this time."
        ),
    )


def _backtest(rounds: Sequence[RunRound], threshold: int) -> Iterator[Saved]:
    """Every window of the rows judged again. A run that resumes one before it belongs to the same window."""
    for goal, first, rows in _windows(rounds):
        yield hindsight.of_rounds(goal, first, rows, threshold=threshold)


def _windows(rounds: Sequence[RunRound]) -> Iterator[tuple[Goal, RalphRun, list[RunRound]]]:
    window: list[RunRound] = []
    for row in rounds:
        fresh = (
            bool(window)
            and row.run_id != window[-1].run_id
            and row.run.opened_for != RalphRun.OpenedFor.RESUME
        )
        if window and (fresh or row.run.goal_id != window[-1].run.goal_id):
            yield window[0].run.goal, window[0].run, window
            window = []
        window.append(row)
    if window:
        yield window[0].run.goal, window[0].run, window


def _saved(saved: Sequence[Saved], threshold: int) -> Part:
    columns = [
        Column("Goal and run", "id"),
        Column("Would have stopped", on="wide"),
        Column("Because"),
        Column("Rounds saved", "count"),
        Column("Tokens saved", "tokens", on="wide"),
        Column("USD saved", "usd"),
    ]
    rows = [
        Row(
            [
                one.id,
                f"after round {one.stop_round}",
                shown(one.sentence, limit=240),
                one.rounds,
                one.tokens,
                one.money,
            ]
        )
        for one in saved
    ]
    whole = sum((one.money for one in saved), ZERO)
    said = (
        f"A stop after {threshold} rounds with the same blocker would have come in {counted(len(saved), 'run')} "
        f"and saved {counted(sum(one.rounds for one in saved), 'round')} and {money(whole)}."
        if saved
        else f"A stop after {threshold} rounds with the same blocker would have come in none of these runs."
    )
    return Part(
        heading="What a stop saves",
        note="the rule over the reports as they were stored",
        table=Table("Stops by backtest", columns, adding.totalled(columns, rows, "All"), empty="None."),
        under=said,
    )
