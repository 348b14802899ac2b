"""API tokens: a way to log in, never an authority of its own. Only the digest of the secret is kept."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.models.people import Person


class ApiToken(models.Model):
    """Whoever shows the secret acts as `person`, under this token's name in the record."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=30)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "name"], condition=Q(revoked_at=None), name="api_token_one_live_per_name"
            )
        ]
