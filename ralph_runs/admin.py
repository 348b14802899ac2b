"""Read-only views of fresh-agent runs and of every stop that was decided."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from governance.admin.base import Column, ReadOnly
from governance.admin.looks import Look
from ralph_runs.models import Decision, RalphRun


@admin.register(RalphRun)
class RalphRuns(ReadOnly):
    look = Look(
        action="outcome", objects={"G": "goal__account_id", "E": "after_escalation_id"}, when="opened_at"
    )
    columns = (
        Column("Opened", lambda row: row.opened_at),
        Column("Goal", lambda row: row.goal.ref),
        Column("Run", lambda row: row.number, number=True),
        Column("Outcome", lambda row: row.outcome),
        Column("Sentence", lambda row: row.sentence),
    )
    related = ("goal__account",)


@admin.register(Decision)
class Decisions(ReadOnly):
    look = Look(objects={"G": "run__goal__account_id", "run": "run_id"}, when="at")
    columns = (
        Column("When", lambda row: row.at),
        Column("Goal", lambda row: row.run.goal.ref),
        Column("Matcher", lambda row: row.matcher_version),
        Column("Stops", lambda row: row.stops),
        Column("Sentence", lambda row: row.sentence),
    )
    related = ("run__goal__account",)

    def standing(self, request: HttpRequest, row: Decision) -> Sequence[str]:
        return ["`manage.py replay` proves every decision again from its stored texts."]
