"""What is wanted and where it stands. The row is the fold of its durable events, kept for speed."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from goals.enums import Phase
from goals.models.sessions import Session
from governance.models import Account, Person


class Goal(models.Model):
    """A durable objective. Only `store.append` writes it; activation is not here, see `Armed`."""

    id = models.CharField(max_length=45, primary_key=True)
    account = models.OneToOneField(Account, on_delete=models.PROTECT, related_name="goal")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="goals")
    strategy = models.CharField(max_length=30)
    revision = models.BigIntegerField()
    objective = models.TextField()
    phase = models.CharField(max_length=10, choices=[(p.value, p.value) for p in Phase])
    blocked_code = models.CharField(max_length=60, blank=True)
    blocked_message = models.TextField(blank=True)
    max_rounds = models.BigIntegerField()
    rounds_started = models.BigIntegerField(default=0)
    cleared = models.BooleanField(default=False)
    created_at_ms = models.BigIntegerField()
    updated_at_ms = models.BigIntegerField()
    round_floor_tokens = models.BigIntegerField(default=0)
    matcher_version = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(phase="blocked") & ~Q(blocked_code="") | ~Q(phase="blocked") & Q(blocked_code=""),
                name="goal_blocked_has_a_code",
            ),
            models.CheckConstraint(
                condition=Q(max_rounds__gte=1, revision__gte=1, rounds_started__gte=0), name="goal_numbers"
            ),
            models.UniqueConstraint(
                fields=["session"],
                condition=Q(cleared=False) & ~Q(phase="complete"),
                name="goal_one_open_per_session",
            ),
            models.CheckConstraint(condition=Q(updated_at_ms__gte=F("created_at_ms")), name="goal_times"),
        ]

    @property
    def ref(self) -> str:
        return self.account.ref


class Armed(models.Model):
    """The live permission to admit the next round. Dies with the epoch; never part of the record."""

    goal = models.OneToOneField(Goal, on_delete=models.CASCADE, related_name="armed", primary_key=True)
    epoch = models.BigIntegerField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()


class DriverLease(models.Model):
    """The one driver: its epoch, who holds it, until when (database time). The row always exists."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    epoch = models.BigIntegerField(default=0)
    owner = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="driver_is_one_row")]


class Claim(models.Model):
    """Completion as an agent or a person reported it, and what a person decided about it."""

    class Status(models.TextChoices):
        CLAIMED = "claimed"  # reported; -> accepted | rejected
        ACCEPTED = "accepted"  # by a named person; final
        REJECTED = "rejected"  # by a named person, with a reason: the goal is reopened; final

    goal = models.ForeignKey(Goal, on_delete=models.PROTECT, related_name="claims")
    execution = models.ForeignKey("goals.Execution", null=True, on_delete=models.PROTECT, related_name="+")
    claimant = models.CharField(max_length=120)
    claimed_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    """Who claimed it by hand, or wrote the turn in which the agent did; null where a round did."""
    evidence = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.CLAIMED)
    claimed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["goal"], condition=Q(status="claimed"), name="claim_one_open"),
            models.CheckConstraint(
                condition=~Q(status="accepted") | Q(claimed_by=None) | ~Q(decided_by=F("claimed_by")),
                name="claim_accepted_by_another",
            ),
        ]
