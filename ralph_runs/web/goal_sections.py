"""What fresh-agent rounds add to the pages of their goals: open blockers, the handoff, what rounds say they did.

Shows what the last decision and the last reports stored. Judges nothing: no text is compared here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from django.db.models import QuerySet
from django.urls import reverse

from goals.enums import Phase
from goals.models import Execution, Goal
from goals.web import sections
from goals.web.sections import Section
from goals.web.wording import quoted
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import counted, kept, names
from ralph_runs.models import Decision, RunRound

SHOWN, LATELY = 10, 30
_KEPT = "_newest_decision"
_STATUS = {
    "continue": ("open", "goes on"), "complete": ("claimed", "says it is complete"),
    "blocked": ("stopped", "says it cannot go on"), "": ("refused", "no valid report"),
}  # fmt: skip


class RalphPages:
    """Each method is at most two queries, whatever the number of rounds."""

    def of_goal(self, goal: Goal) -> Sequence[Section]:
        decision, last = _last_decision(goal), _last_report(goal)
        found = [] if decision is None else [_blockers(decision, last)]
        return found if last is None else [*found, _handoff(last)]

    def of_round(self, execution: Execution) -> Sequence[Section]:
        row = RunRound.objects.filter(execution=execution).select_related("run__goal", "execution").first()
        if row is None:
            return ()
        decision = Decision.objects.filter(execution=execution).first()
        return [_report(row, decision)]

    def ahead(self, goal: Goal) -> Sequence[dict[str, str]]:
        if goal.cleared or goal.phase != Phase.ACTIVE:
            return ()
        decision = _last_decision(goal)
        longest = _longest(decision)
        if decision is None or longest is None:
            return ()
        left = decision.threshold - len(longest["rounds"])
        if left < 1:
            return ()
        rounds = names([str(number) for number in longest["rounds"]])
        met = f"Rounds {rounds} did" if len(longest["rounds"]) > 1 else f"Round {rounds} did"
        again = "the next round" if left == 1 else f"the next {left} rounds"
        text = (
            f"if {again} again report{'s' if left == 1 else ''} {quoted(longest['text'], limit=160)} {met}."
        )
        return [{"glyph": "stopped", "strong": "It stops and asks a person", "text": text}]

    def why_note(self, goal: Goal) -> str:
        decision = _last_decision(goal)
        longest = _longest(decision)
        if decision is None or longest is None or len(longest["rounds"]) < 2:
            return ""
        return f"same blocker in {len(longest['rounds'])} of {decision.threshold} rounds"

    def said(self, executions: Sequence[int]) -> dict[int, str]:
        rows = RunRound.objects.filter(execution__in=executions).exclude(report_text="")
        return {row.execution_id: str(json.loads(row.report_text)["summary"]) for row in rows}

    def open_points(self, goal: Goal) -> Sequence[dict[str, str]]:
        decision = _last_decision(goal)
        runs = _open_runs(decision)
        if not runs:
            return [{"label": "Blockers", "text": "None."}]
        said = [f"{quoted(run['text'], limit=160)}, in {_rounds(run['rounds'])}." for run in runs[:3]]
        more = f" {len(runs) - 3} more." if len(runs) > 3 else ""
        return [{"label": "Blockers", "text": "\n".join(said) + more}]


def _last_decision(goal: Goal) -> Decision | None:
    """The newest decision about this goal; read once for all that ask within a page."""
    if not hasattr(goal, _KEPT):
        found = Decision.objects.filter(execution__in=_lately(goal)).order_by("-execution_id").first()
        setattr(goal, _KEPT, found)
    return cast(Decision | None, getattr(goal, _KEPT))


def _last_report(goal: Goal) -> RunRound | None:
    rows = RunRound.objects.filter(execution__in=_lately(goal)).exclude(report_text="")
    return rows.select_related("run__goal", "execution").order_by("-execution_id").first()


def _lately(goal: Goal) -> QuerySet[Execution, int]:
    """The newest rounds, by key: however many there were before, no more of them are looked at."""
    rounds = Execution.objects.filter(goal=goal, kind=Execution.Kind.ROUND)
    return rounds.order_by("-pk").values_list("pk", flat=True)[:LATELY]


def _open_runs(decision: Decision | None) -> list[dict[str, Any]]:
    return [] if decision is None else list(json.loads(decision.verdict_text)["open_runs"])


def _longest(decision: Decision | None) -> dict[str, Any] | None:
    return max(_open_runs(decision), key=lambda run: len(run["rounds"]), default=None)


def _rounds(numbers: Sequence[int]) -> str:
    return (
        kept("round", numbers[0]) if len(numbers) == 1 else f"rounds {names([str(one) for one in numbers])}"
    )


def _blockers(decision: Decision, last: RunRound | None) -> Section:
    needs = _needs(last)
    rows = [
        Row([Cell(run["text"], second=needs.get(run["text"], "")), ", ".join(str(one) for one in run["rounds"]),
             f"{len(run['rounds'])} of {decision.threshold}"])
        for run in _open_runs(decision)[:SHOWN]
    ]  # fmt: skip
    table = Table(
        "Blockers that rounds reported and nobody cleared",
        [Column("As reported"), Column("Rounds", "right"), Column("In a row", "right")], rows,
        empty="No round reported a blocker that still stands.",
    )  # fmt: skip
    note = f"{counted(decision.threshold, 'round')} in a row stop the goal"
    return Section(
        heading="Open blockers", note=note, template="parts/_table_of.html", context={"table": table}
    )


def _needs(last: RunRound | None) -> dict[str, str]:
    """What would clear a blocker, in the words of the last report."""
    if last is None:
        return {}
    blockers = json.loads(last.report_text).get("blockers", [])
    return {one["text"]: f"needs: {one['needs']}" for one in blockers if one.get("needs")}


def _handoff(last: RunRound) -> Section:
    number = last.execution.number
    return Section(
        heading="Handoff", note=f"from round {number}; all that a fresh agent is told, besides the workspace",
        template="parts/_handoff.html", context=_told(last),
    )  # fmt: skip


def _report(row: RunRound, decision: Decision | None) -> Section:
    glyph, word = _STATUS.get(row.status if row.report_text else "", _STATUS[""])
    context = {
        **(_told(row) if row.report_text else {}), "glyph": glyph, "word": word, "fault": row.fault,
        "raw": "" if row.report_text else row.raw_text, "decision": decision.sentence if decision else "",
        "version": decision.matcher_version if decision else "",
    }  # fmt: skip
    return Section(heading="Report", note=f"run {row.run.number}, {row.profile} profile",
                   template="parts/_handoff.html", context=context)  # fmt: skip


def _told(row: RunRound) -> dict[str, Any]:
    report = json.loads(row.report_text)
    blockers = report.get("blockers") or ([{"text": report["blocker"]}] if report.get("blocker") else [])
    return {
        "summary": report["summary"], "evidence": report["evidence"][:SHOWN],
        "next_steps": report["nextSteps"][:SHOWN], "blockers": [one["text"] for one in blockers[:SHOWN]],
        "run_href": reverse("goal-run", args=[row.run.goal.account_id, row.run.number]), "run": row.run.number,
    }  # fmt: skip


def register() -> None:
    """Offer these to the pages of goals that are worked on by fresh agents."""
    sections.register("ralph", RalphPages())
