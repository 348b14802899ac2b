"""Runs, the reports of their rounds, and every decision of the rule, as they were stored."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers

from goals.web.api import paths
from governance.web.api.operation import Call, Listing
from governance.web.api.outputs import Facts, Flag, Maybe, MaybeFacts, Number, OneOf, Text, When
from ralph_runs.models import Decision, Overrule, RalphRun, RunRound


class RunOut(serializers.Serializer[RalphRun]):
    """The rounds of one convergence window, and how it ended."""

    id = Number(source="pk")
    goal = Text(source="goal.ref")
    number = Number()
    outcome = OneOf(RalphRun.Outcome)
    sentence = Maybe()
    cap = Number(allow_null=True)
    opened_for = OneOf(RalphRun.OpenedFor)
    after_escalation = Text(source="after_escalation.ref", allow_null=True)
    opened_at = When()
    closed_at = When(allow_null=True)


class ReportOut(serializers.Serializer[RunRound]):
    """A round's report. The submission is kept as it came, whatever it was; `fault` says why it was none."""

    execution = Number(source="execution_id")
    run = Number(source="run.number")
    round = Number(source="execution.number", allow_null=True)
    profile = Text()
    status = Maybe()
    report = MaybeFacts(source="report_text")
    submitted = Maybe(source="raw_text")
    fault = Maybe()
    handoff_units = Number()
    submitted_at = When(allow_null=True)


class OverruleOut(serializers.Serializer[Overrule]):
    """A person said that it is not the same."""

    escalation = Text(source="escalation.ref")
    reason = Text()
    at = When()


class DecisionOut(serializers.Serializer[Decision]):
    """What the rule decided after a round, from which texts, and by which rule per pair."""

    execution = Number(source="execution_id")
    run = Number(source="run.number")
    round = Number(source="execution.number", allow_null=True)
    stops = Flag()
    sentence = Text()
    threshold = Number()
    matcher_version = Text()
    input = Facts(source="input_text")
    verdict = Facts(source="verdict_text")
    overrule = OverruleOut(allow_null=True)
    digest = Text()
    at = When()


class ListRuns(Listing):
    """The goal's runs, the latest first."""

    Output = RunOut

    def run(self, call: Call) -> QuerySet[RalphRun]:
        return paths.goal(call).runs.select_related("goal__account", "after_escalation")


class ListReports(Listing):
    """The reports of all rounds of the goal, the latest first."""

    Output = ReportOut
    order = "-execution_id"

    def run(self, call: Call) -> QuerySet[RunRound]:
        return RunRound.objects.filter(run__goal=paths.goal(call)).select_related("run", "execution")


class ListDecisions(Listing):
    """Every decision on whether the same blocker came back, the latest first."""

    Output = DecisionOut
    order = "-execution_id"

    def run(self, call: Call) -> QuerySet[Decision]:
        rows = Decision.objects.filter(run__goal=paths.goal(call))
        return rows.select_related("run", "execution", "overrule__escalation")
