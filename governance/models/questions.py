"""Questions put to named people, and the freeze that stops everything until one lifts it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.enums import EscalationStatus
from governance.models.ledger import Account, CostCentre
from governance.models.people import Person


class Escalation(models.Model):
    """A stop, the evidence, and who is asked. At most one open per account and cause."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="escalations")
    cause = models.CharField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    stops = models.BooleanField(default=True)
    sentence = models.TextField()
    evidence_text = models.TextField(default="{}")
    status = models.CharField(max_length=10, choices=EscalationStatus, default=EscalationStatus.OPEN)
    level = models.PositiveSmallIntegerField(default=1)
    assigned_to = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="escalations"
    )
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    answer = models.CharField(max_length=40, blank=True)
    answered_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    earlier = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="later")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "cause", "subject"],
                condition=Q(status="open"),
                name="escalation_one_open_per_cause",
            ),
            models.CheckConstraint(
                condition=~Q(status="answered")
                | (Q(answered_by__isnull=False, answered_at__isnull=False) & ~Q(answer="") & ~Q(reason="")),
                name="escalation_answer_is_named",
            ),
        ]
        indexes = [models.Index(fields=["status", "due_at"], name="escalation_waiting")]

    @property
    def ref(self) -> str:
        return f"E-{self.pk:04d}"


class Freeze(models.Model):
    """All admissions stopped, for the service (no cost centre) or for one cost centre."""

    cost_centre = models.ForeignKey(CostCentre, null=True, on_delete=models.PROTECT, related_name="freezes")
    scope = models.CharField(max_length=40)
    reason = models.TextField()
    frozen_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    frozen_at = models.DateTimeField()
    lifted_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lift_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scope"], condition=Q(lifted_at=None), name="freeze_one_per_scope"
            ),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None)
                | Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="freeze_lifted_by_a_person",
            ),
        ]
