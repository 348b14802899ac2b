"""The books: accounts, what is set aside, and the entries that say why. Entries are never edited."""

from __future__ import annotations

from decimal import Decimal

from django.db import models
from django.db.models import F, Q

from governance.append_only import AppendOnly
from governance.enums import EntryKind, HoldStatus, UsageState
from governance.models.people import Person
from governance.models.streams import StreamHead
from governance.money import ZERO, MoneyField


class CostCentre(StreamHead):
    """A place that money comes from."""

    stream_prefix = "cost-centre"

    code = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=120)
    currency = models.CharField(max_length=3, default="USD")
    suspended = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Envelope(models.Model):
    """The money of a cost centre for one period (YYYY-MM). Signing encumbers it.

    `brought_money` came from the period before it and is part of its budget; `carried_money` went on to the
    period after it when this one was closed.
    """

    cost_centre = models.ForeignKey(CostCentre, on_delete=models.PROTECT, related_name="envelopes")
    period = models.CharField(max_length=7)
    budget_money = MoneyField()
    encumbered_money = MoneyField(default=ZERO)
    spent_money = MoneyField(default=ZERO)
    brought_money = MoneyField(default=ZERO, db_default=ZERO)
    carried_money = MoneyField(default=ZERO, db_default=ZERO)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(brought_money__gte=0, carried_money__gte=0), name="envelope_moved_not_negative"
            ),
            models.UniqueConstraint(fields=["cost_centre", "period"], name="envelope_one_per_period"),
            models.CheckConstraint(
                condition=Q(budget_money__gte=0, encumbered_money__gte=0, spent_money__gte=0),
                name="envelope_not_negative",
            ),
        ]


class ClosedPeriod(models.Model):
    """A period that takes no more entries: what comes later is posted to the next one and says so."""

    period = models.CharField(max_length=7, unique=True)
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()


class Account(StreamHead):
    """The anchor of one goal's money: ledger, authorisations, escalations and events hang on it.

    I1 is a constraint here: spent + held never exceeds budget, except by exactly `over_*`,
    which only an overrun or a lowered budget may set. `encumbered_money` is what its envelope keeps for
    it, `charged_money` the part of what it spent that an envelope already counts as spent. `closed_through`
    is the last period that takes no more entries, kept here because every posting holds this row.
    """

    stream_prefix = "account"

    title = models.TextField()
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="accounts")
    cost_centre = models.ForeignKey(CostCentre, on_delete=models.PROTECT, related_name="accounts")
    currency = models.CharField(max_length=3, default="USD")
    budget_tokens = models.BigIntegerField()
    held_tokens = models.BigIntegerField(default=0)
    spent_tokens = models.BigIntegerField(default=0)
    over_tokens = models.BigIntegerField(default=0)
    budget_money = MoneyField(null=True)
    held_money = MoneyField(default=ZERO)
    spent_money = MoneyField(default=ZERO)
    over_money = MoneyField(default=ZERO)
    envelope = models.ForeignKey(
        Envelope, null=True, blank=True, on_delete=models.PROTECT, related_name="accounts"
    )
    encumbered_money = MoneyField(default=ZERO)
    charged_money = MoneyField(default=ZERO)
    entry_seq = models.BigIntegerField(default=0)
    suspended = models.BooleanField(default=False)
    closed_through = models.CharField(max_length=7, blank=True, default="", db_default="")
    terms_version = models.PositiveIntegerField(default=1)
    budget_revision = models.PositiveIntegerField(default=1)
    terms = models.ForeignKey("governance.Terms", null=True, on_delete=models.PROTECT, related_name="+")
    authorisation = models.ForeignKey(
        "governance.Authorisation", null=True, on_delete=models.PROTECT, related_name="+"
    )
    likeness = models.CharField(max_length=64, blank=True, db_index=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(charged_money__gte=0), name="account_charged_not_negative"),
            models.CheckConstraint(
                condition=Q(
                    budget_tokens__gte=0, held_tokens__gte=0, spent_tokens__gte=0, over_tokens__gte=0
                ),
                name="account_tokens_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(
                    held_money__gte=0, spent_money__gte=0, over_money__gte=0, encumbered_money__gte=0
                ),
                name="account_money_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(budget_tokens__gte=F("spent_tokens") + F("held_tokens"), over_tokens=0)
                | Q(budget_tokens=F("spent_tokens") + F("held_tokens") - F("over_tokens"), over_tokens__gt=0),
                name="account_tokens_within_budget",
            ),
            models.CheckConstraint(
                condition=Q(budget_money=None)
                | Q(budget_money__gte=F("spent_money") + F("held_money"), over_money=0)
                | Q(budget_money=F("spent_money") + F("held_money") - F("over_money"), over_money__gt=0),
                name="account_money_within_budget",
            ),
        ]

    @property
    def ref(self) -> str:
        return f"G-{self.pk:04d}"

    @property
    def available_tokens(self) -> int:
        """What may still be set aside; 0 when over."""
        return max(0, self.budget_tokens - self.spent_tokens - self.held_tokens)

    @property
    def available_money(self) -> Decimal | None:
        """What may still be set aside, or None without a money cap."""
        if self.budget_money is None:
            return None
        return max(ZERO, self.budget_money - self.spent_money - self.held_money)


class Hold(models.Model):
    """Tokens and money set aside for one execution. Ends exactly once: parts posted, the rest released."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="holds")
    purpose = models.CharField(max_length=80)
    tokens = models.BigIntegerField()
    money = MoneyField(default=ZERO)
    posted_tokens = models.BigIntegerField(default=0)
    posted_money = MoneyField(default=ZERO)
    released_tokens = models.BigIntegerField(default=0)
    released_money = MoneyField(default=ZERO)
    status = models.CharField(max_length=8, choices=HoldStatus, default=HoldStatus.OPEN)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(tokens__gte=F("posted_tokens") + F("released_tokens"))
                & Q(money__gte=F("posted_money") + F("released_money"))
                & Q(posted_tokens__gte=0, released_tokens__gte=0, posted_money__gte=0, released_money__gte=0),
                name="hold_parts_within_hold",
            ),
            models.CheckConstraint(
                condition=Q(status="open", closed_at=None)
                | Q(
                    status="closed",
                    closed_at__isnull=False,
                    tokens=F("posted_tokens") + F("released_tokens"),
                    money=F("posted_money") + F("released_money"),
                ),
                name="hold_ends_once_and_whole",
            ),
        ]

    @property
    def left_tokens(self) -> int:
        return self.tokens - self.posted_tokens - self.released_tokens

    @property
    def left_money(self) -> Decimal:
        return self.money - self.posted_money - self.released_money


class LedgerEntry(AppendOnly):
    """One movement. `seq` counts per account; the balances are those right after the entry."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=8, choices=EntryKind)
    hold = models.ForeignKey(Hold, null=True, on_delete=models.PROTECT, related_name="entries")
    corrects = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="corrections")
    reference = models.CharField(max_length=80, null=True, unique=True)
    tokens = models.BigIntegerField()
    money = MoneyField(default=ZERO)
    price = models.ForeignKey("governance.Price", null=True, on_delete=models.PROTECT, related_name="+")
    usage_state = models.CharField(max_length=10, choices=UsageState, null=True)
    flags = models.CharField(max_length=200, blank=True)
    period = models.CharField(max_length=7)
    at = models.DateTimeField()
    budget_tokens_after = models.BigIntegerField()
    held_tokens_after = models.BigIntegerField()
    spent_tokens_after = models.BigIntegerField()
    budget_money_after = MoneyField(null=True)
    held_money_after = MoneyField()
    spent_money_after = MoneyField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(fields=["account", "seq"], name="entry_seq_per_account"),
            models.CheckConstraint(condition=Q(tokens__gte=0, money__gte=0), name="entry_not_negative"),
            models.CheckConstraint(
                condition=~Q(kind__in=["hold", "post", "release"]) | Q(hold__isnull=False),
                name="entry_hold_kinds_name_their_hold",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["charge", "credit"]) | Q(corrects__isnull=False),
                name="entry_correction_names_what_it_corrects",
            ),
        ]
        indexes = [models.Index(fields=["period", "account"], name="entry_period")]
