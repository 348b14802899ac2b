"""Rounds and human turns as they run: one execution row, its turns, steps, attempts and tool calls."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from goals.models.goals import Goal
from goals.models.sessions import Body, Session, SessionEvent
from governance.enums import UsageState
from governance.models import Authorisation, Hold, LedgerEntry, Outbox, Person, Price
from governance.money import ZERO, MoneyField


class Spend(models.Model):
    """Counters of what was posted below this row. Sums of attempts, written with each post."""

    input_tokens = models.BigIntegerField(default=0)
    cached_input_tokens = models.BigIntegerField(default=0)
    cache_write_tokens = models.BigIntegerField(default=0)
    output_tokens = models.BigIntegerField(default=0)
    reasoning_tokens = models.BigIntegerField(default=0)
    tokens = models.BigIntegerField(default=0)
    money = MoneyField(default=ZERO)

    class Meta:
        abstract = True


class Execution(Spend):
    """An admitted round (numbered) or a human turn (not numbered): the only thing that may call a model."""

    class Kind(models.TextChoices):
        ROUND = "round"
        HUMAN = "human"

    class State(models.TextChoices):
        RUNNING = "running"  # admitted; -> settled | failed | cancelled | over-cap | uncertain
        UNCERTAIN = "uncertain"  # lease lost during a call: a person must look; -> failed
        SETTLED = "settled"  # ended by itself; final
        FAILED = "failed"  # provider error, invalid report, quarantine …; final, number consumed
        CANCELLED = "cancelled"  # a person or policy stopped it before its next step; final
        OVER_CAP = "over-cap"  # its hold or wall clock could not carry another step; final

    LIVE = ("running", "uncertain")

    goal = models.ForeignKey(Goal, on_delete=models.PROTECT, related_name="executions")
    kind = models.CharField(max_length=6, choices=Kind)
    number = models.BigIntegerField(null=True)
    revision = models.BigIntegerField()
    terms_version = models.PositiveIntegerField()
    authorisation = models.ForeignKey(Authorisation, on_delete=models.PROTECT, related_name="+")
    outbox = models.OneToOneField(Outbox, on_delete=models.PROTECT, related_name="execution")
    hold = models.OneToOneField(Hold, on_delete=models.PROTECT, related_name="execution")
    session = models.ForeignKey(Session, null=True, on_delete=models.PROTECT, related_name="executions")
    writer = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    epoch = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    outcome = models.CharField(max_length=60, blank=True)
    sentence = models.TextField(blank=True)
    fence = models.BigIntegerField(default=1)
    claims = models.PositiveIntegerField(default=1)
    lease_owner = models.CharField(max_length=80)
    lease_until = models.DateTimeField()
    deadline = models.DateTimeField()
    steps = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["goal", "number"], condition=Q(number__isnull=False), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=["goal"], condition=Q(state__in=["running", "uncertain"]), name="execution_one_live"
            ),
            models.CheckConstraint(
                condition=Q(kind="round", number__gte=1, writer=None)
                | Q(kind="human", number=None, writer__isnull=False),
                name="execution_number_or_writer",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["running", "uncertain"], ended_at=None)
                | (~Q(state__in=["running", "uncertain"]) & Q(ended_at__isnull=False) & ~Q(outcome="")),
                name="execution_ends_once",
            ),
        ]
        indexes = [
            models.Index(fields=["lease_until"], condition=Q(state="running"), name="execution_leases"),
            models.Index(fields=["goal", "-id"], name="execution_goal"),
        ]


class Turn(Spend):
    """One drain of input: steps until the model stops or policy intervenes."""

    execution = models.ForeignKey(Execution, on_delete=models.PROTECT, related_name="turns")
    number = models.PositiveIntegerField()
    sentence = models.TextField(blank=True)
    end_reason = models.CharField(max_length=20, blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["execution", "number"], name="turn_number_once")]


class Step(Spend):
    """One model call and the tools it triggers."""

    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveIntegerField()
    sentence = models.TextField(blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "number"], name="step_number_once")]


class Attempt(models.Model):
    """One provider request. Committed as `calling` before it leaves; the leaf that all totals add up."""

    class State(models.TextChoices):
        CALLING = "calling"  # intent committed; -> recorded | uncertain
        RECORDED = "recorded"  # posted as reported, estimated or unknown; final
        UNCERTAIN = "uncertain"  # the worker vanished during the call; -> recorded (late) | settled
        SETTLED = "settled"  # a named person said what to post; final

    id = models.UUIDField(primary_key=True)
    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="attempts")
    execution = models.ForeignKey(Execution, on_delete=models.PROTECT, related_name="attempts")
    number = models.PositiveIntegerField()
    fence = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.CALLING)
    model = models.CharField(max_length=120)
    returned_model = models.CharField(max_length=120, blank=True)
    price = models.ForeignKey(Price, null=True, on_delete=models.PROTECT, related_name="+")
    bound_input_tokens = models.BigIntegerField()
    bound_output_tokens = models.BigIntegerField()
    bound_tokens = models.BigIntegerField()
    bound_money = MoneyField(default=ZERO)
    request_digest = models.CharField(max_length=64)
    request_bytes = models.BigIntegerField()
    input_tokens = models.BigIntegerField(null=True)
    cached_input_tokens = models.BigIntegerField(null=True)
    cache_write_tokens = models.BigIntegerField(null=True)
    output_tokens = models.BigIntegerField(null=True)
    reasoning_tokens = models.BigIntegerField(null=True)
    usage_state = models.CharField(max_length=10, choices=UsageState, blank=True)
    flags = models.CharField(max_length=200, blank=True)
    raw_usage = models.TextField(blank=True)
    tokens = models.BigIntegerField(default=0)
    money = MoneyField(default=ZERO)
    entry = models.OneToOneField(LedgerEntry, null=True, on_delete=models.PROTECT, related_name="attempt")
    late = models.BooleanField(default=False)
    error = models.CharField(max_length=60, blank=True)
    finish_reason = models.CharField(max_length=30, blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["step", "number"], name="attempt_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["calling", "uncertain"])
                | Q(ended_at__isnull=False, entry__isnull=False),
                name="attempt_recorded_has_its_entry",
            ),
        ]
        indexes = [models.Index(fields=["execution"], condition=Q(state="calling"), name="attempt_calling")]


class ToolCall(models.Model):
    """One tool that a step triggered, with what it was given and what it gave back."""

    step = models.ForeignKey(Step, on_delete=models.PROTECT, related_name="tool_calls")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    call_id = models.CharField(max_length=120)
    arguments = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="+")
    result = models.ForeignKey(Body, null=True, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=60, blank=True)
    sentence = models.TextField(blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["step", "number"], name="tool_call_number_once")]


class HumanInput(models.Model):
    """What a person wrote into a session; waits for the running round and goes before the next."""

    class Status(models.TextChoices):
        WAITING = "waiting"  # written; -> taken | refused | withdrawn
        TAKEN = "taken"  # became a human execution; final
        REFUSED = "refused"  # the gate said no, with its reason; final
        WITHDRAWN = "withdrawn"  # by the writer before it ran; final

    goal = models.ForeignKey(Goal, on_delete=models.PROTECT, related_name="inputs")
    writer = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    outbox = models.OneToOneField(Outbox, on_delete=models.PROTECT, related_name="human_input")
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    refused_for = models.CharField(max_length=60, blank=True)
    execution = models.ForeignKey(Execution, null=True, on_delete=models.PROTECT, related_name="inputs")
    at = models.DateTimeField()


class Proposal(models.Model):
    """What a model proposed inside a human turn (create, edit, resume): nothing until a person confirms."""

    class Status(models.TextChoices):
        OPEN = "open"  # proposed; -> confirmed | dismissed
        CONFIRMED = "confirmed"
        DISMISSED = "dismissed"

    goal = models.ForeignKey(Goal, on_delete=models.PROTECT, related_name="proposals")
    execution = models.ForeignKey(Execution, on_delete=models.PROTECT, related_name="proposals")
    event = models.ForeignKey(SessionEvent, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=20)
    data = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    decided_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    at = models.DateTimeField()
