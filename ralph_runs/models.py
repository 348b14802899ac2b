"""Fresh-agent runs: the rounds of one convergence window, their reports, and every stop decided."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from goals.models import Execution, Goal
from governance.append_only import AppendOnly
from governance.models import Escalation


class RalphRun(models.Model):
    """The rounds of one convergence window of a goal. A new window is a new run.

    `result_text` is the terminal value in the harness's shape, where the run ended in one of its four ways;
    `cap` how many rounds it could have counted when it did. `handoff` is the last good report, carried on
    from run to run.
    """

    class Outcome(models.TextChoices):
        OPEN = "open"  # rounds may still be counted; -> any of the others
        COMPLETE = "complete"  # claimed by a worker; a person accepts or rejects
        BLOCKED = "blocked"  # a worker reported that nothing else is possible
        BUDGET_LIMITED = "budget-limited"  # the round cap was reached with work left
        ROUND_FAILED = "round-failed"  # a round ended without a valid report
        CANCELLED = "cancelled"  # a person stopped it
        STOPPED = "stopped-by-convergence"  # the same blocker in consecutive rounds

    class OpenedFor(models.TextChoices):
        START = "start"  # the goal's first round as a run: a new window
        ANSWER = "answer"  # an approver answered a policy stop: a new window
        OBJECTIVE = "objective"  # another objective was signed: a new window
        RESUME = "resume"  # resumed after the run had ended, without such an answer: the window goes on

    goal = models.ForeignKey(Goal, on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=24, choices=Outcome, default=Outcome.OPEN)
    sentence = models.TextField(blank=True)
    result_text = models.TextField(blank=True)
    cap = models.BigIntegerField(null=True)
    handoff = models.ForeignKey("ralph_runs.RunRound", null=True, on_delete=models.PROTECT, related_name="+")
    opened_for = models.CharField(max_length=10, choices=OpenedFor)
    objective_digest = models.CharField(max_length=64)
    after_escalation = models.ForeignKey(Escalation, null=True, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["goal", "number"], name="run_number_once"),
            models.UniqueConstraint(fields=["goal"], condition=Q(outcome="open"), name="run_one_open"),
        ]


class RunRound(models.Model):
    """One round of a run and what became of its report. The raw submission is kept whatever it was."""

    run = models.ForeignKey(RalphRun, on_delete=models.PROTECT, related_name="rounds")
    execution = models.OneToOneField(Execution, on_delete=models.PROTECT, related_name="run_round")
    profile = models.CharField(max_length=10)
    status = models.CharField(max_length=10, blank=True)
    report_text = models.TextField(blank=True)
    raw_text = models.TextField(blank=True)
    fault = models.TextField(blank=True)
    handoff_units = models.PositiveIntegerField(default=0)
    submitted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["run", "-execution"], name="run_round_newest")]


class Decision(AppendOnly):
    """What the matcher decided after a round: version, raw texts, rule per pair. Replays for ever."""

    run = models.ForeignKey(RalphRun, on_delete=models.PROTECT, related_name="decisions")
    execution = models.OneToOneField(Execution, on_delete=models.PROTECT, related_name="decision")
    matcher_version = models.CharField(max_length=20)
    threshold = models.PositiveIntegerField()
    stops = models.BooleanField()
    input_text = models.TextField()
    verdict_text = models.TextField()
    sentence = models.TextField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["run", "-execution"], name="decision_newest")]


class Overrule(models.Model):
    """A person said "not the same, continue". Kept as a labelled case."""

    decision = models.OneToOneField(Decision, on_delete=models.PROTECT, related_name="overrule")
    escalation = models.ForeignKey(Escalation, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField()
