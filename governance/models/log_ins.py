"""How often a log-in failed lately, counted in one row for each person and place. No part of the record."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.models.people import Person


class LogInFailures(models.Model):
    """`person` null counts, for one address, every name that nobody has: what was typed is never kept."""

    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    address = models.CharField(max_length=45)
    count = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        verbose_name = verbose_name_plural = "failed log-ins"
        constraints = [
            models.UniqueConstraint(
                fields=["person", "address"],
                condition=Q(person__isnull=False),
                name="log_in_failures_of_a_person",
            ),
            models.UniqueConstraint(
                fields=["address"], condition=Q(person=None), name="log_in_failures_of_nobody"
            ),
        ]
