"""Who people are, what they may do and up to what amount. A superuser has no business authority."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q

from governance.enums import PersonKind, Role
from governance.models.streams import StreamHead
from governance.money import MoneyField


class Person(StreamHead, AbstractUser):
    """A named person or a service account. Deactivated when they leave, never deleted."""

    stream_prefix = "person"

    kind = models.CharField(max_length=10, choices=PersonKind, default=PersonKind.PERSON)
    display_name = models.CharField(max_length=120)
    title = models.CharField(max_length=120, blank=True)
    manager = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    away_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="service", is_superuser=True), name="person_service_is_no_superuser"
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.username

    def away_at(self, at: datetime) -> bool:
        """Whether they said to be away at this instant."""
        return self.away_until is not None and self.away_until > at


class RoleGrant(models.Model):
    """One role of one person, from an instant until an instant. Ended by time or by name, never edited."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="grants")
    role = models.CharField(max_length=12, choices=Role)
    limit_tokens = models.BigIntegerField(null=True, blank=True)
    limit_money = MoneyField(null=True, blank=True)
    currency = models.CharField(max_length=3, default="USD")
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True, blank=True)
    request = models.ForeignKey(
        "governance.Request", null=True, blank=True, on_delete=models.PROTECT, related_name="grants"
    )
    granted_by = models.CharField(max_length=120)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "role"], condition=Q(ended_at=None), name="grant_one_open_per_role"
            ),
            models.CheckConstraint(
                condition=~Q(role="approver") | Q(limit_tokens__gt=0, limit_money__gt=0),
                name="grant_approver_has_a_limit",
            ),
        ]


class Delegation(models.Model):
    """Signing on behalf of someone who is away, up to a date. It never launders self-approval."""

    giver = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="delegations_given")
    receiver = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="delegations_received")
    role = models.CharField(max_length=12, choices=Role, default=Role.APPROVER)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reason = models.TextField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(giver=F("receiver")), name="delegation_to_someone_else"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="delegation_ends"),
        ]
