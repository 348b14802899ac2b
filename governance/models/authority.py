"""Requests, signatures, terms and the authorisations they make. What was signed never changes."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from governance.append_only import AppendOnly
from governance.enums import Act, AuthorisationStatus, RequestKind, RequestStatus
from governance.models.ledger import Account, CostCentre
from governance.models.people import Person
from governance.models.streams import StreamHead
from governance.money import MoneyField


class Request(StreamHead):
    """What somebody asks a named person to sign: absolute totals, and the base they widen."""

    stream_prefix = "request"

    kind = models.CharField(max_length=10, choices=RequestKind)
    status = models.CharField(max_length=10, choices=RequestStatus, default=RequestStatus.PENDING)
    revision = models.PositiveIntegerField(default=1)
    requester = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="requests")
    account = models.ForeignKey(Account, null=True, on_delete=models.PROTECT, related_name="requests")
    cost_centre = models.ForeignKey(CostCentre, null=True, on_delete=models.PROTECT, related_name="+")
    terms_text = models.TextField()
    terms_digest = models.CharField(max_length=64)
    base_digest = models.CharField(max_length=64, blank=True)
    title = models.TextField()
    reason = models.TextField()
    total_tokens = models.BigIntegerField(default=0)
    total_money = MoneyField(null=True)
    currency = models.CharField(max_length=3, default="USD")
    signatures_needed = models.PositiveSmallIntegerField(default=1)
    policy_text = models.TextField()
    context_text = models.TextField(default="{}")
    level = models.PositiveSmallIntegerField(default=1)
    assigned_to = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="to_sign"
    )
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(signatures_needed__in=[1, 2]), name="request_one_or_two_signatures"
            )
        ]
        indexes = [models.Index(fields=["status", "due_at"], name="request_waiting")]

    @property
    def ref(self) -> str:
        return f"R-{self.pk:04d}"


class Signature(AppendOnly):
    """One act of one person on one revision of a request: who, as what, with which limit, having seen what."""

    request = models.ForeignKey(Request, on_delete=models.PROTECT, related_name="signatures")
    request_revision = models.PositiveIntegerField()
    requester = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="signatures")
    on_behalf_of = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=10, choices=Act)
    role = models.CharField(max_length=12)
    person_name = models.CharField(max_length=120)
    person_title = models.CharField(max_length=120, blank=True)
    limit_tokens = models.BigIntegerField(null=True)
    limit_money = MoneyField(null=True)
    reason = models.TextField()
    method = models.CharField(max_length=40)
    policy_version = models.CharField(max_length=40)
    page_digest = models.CharField(max_length=64)
    terms_digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["request", "request_revision", "person"], name="signature_once_per_person"
            ),
            models.CheckConstraint(condition=~Q(person=F("requester")), name="signature_not_by_requester"),
            models.CheckConstraint(
                condition=Q(on_behalf_of=None) | ~Q(on_behalf_of=F("requester")),
                name="signature_not_for_requester",
            ),
        ]


class Terms(AppendOnly):
    """One version of a goal's terms as canonical text. Narrowing adds a version without a signature."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="terms_versions")
    version = models.PositiveIntegerField()
    text = models.TextField()
    digest = models.CharField(max_length=64)
    changed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "terms"
        constraints = [
            models.UniqueConstraint(fields=["account", "version"], name="terms_version_per_account")
        ]


class Authorisation(models.Model):
    """A named person's signature under terms, in force until it is superseded, revoked or expires."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="authorisations")
    request = models.OneToOneField(Request, on_delete=models.PROTECT, related_name="authorisation")
    terms_text = models.TextField()
    terms_digest = models.CharField(max_length=64)
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField()
    status = models.CharField(
        max_length=10, choices=AuthorisationStatus, default=AuthorisationStatus.IN_FORCE
    )
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    ended_reason = models.TextField(blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(status="in-force"), name="authorisation_one_in_force"
            ),
            models.CheckConstraint(
                condition=Q(valid_until__gt=F("valid_from")), name="authorisation_expires"
            ),
            models.CheckConstraint(
                condition=Q(status="in-force", ended_at=None, ended_by=None, ended_reason="")
                | (~Q(status="in-force") & Q(ended_at__isnull=False)),
                name="authorisation_ends_once",
            ),
        ]
