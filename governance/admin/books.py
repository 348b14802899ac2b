"""The books: accounts, entries, holds, envelopes, prices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from governance import canonical, ledger
from governance.admin.base import Column, ReadOnly
from governance.admin.differences import Difference, between
from governance.admin.looks import Look
from governance.models import Account, CostCentre, Envelope, Hold, LedgerEntry, Price

BALANCES = ("budget_tokens", "held_tokens", "spent_tokens", "budget_money", "held_money", "spent_money")


@admin.register(LedgerEntry)
class LedgerEntries(ReadOnly):
    """Newest first. A row shows the balances before and after it, and whether its digest is its own."""

    look = Look(action="kind", objects={"G": "account_id", "reference": "reference"}, when="at")
    columns = (
        Column("When", lambda row: row.at),
        Column("Account", lambda row: row.account.ref),
        Column("Entry", lambda row: row.seq, number=True),
        Column("Kind", lambda row: row.kind),
        Column("Tokens", lambda row: row.tokens, number=True),
        Column("Money", lambda row: row.money, number=True),
        Column("Spent tokens after", lambda row: row.spent_tokens_after, number=True),
        Column("Flags", lambda row: row.flags),
    )
    related = ("account",)

    def title_of(self, row: LedgerEntry) -> str:
        return f"Entry {row.seq} of {row.account.ref}"

    def before_after(self, row: LedgerEntry) -> Sequence[Difference]:
        """The six balances."""
        before = LedgerEntry.objects.filter(account=row.account_id, seq=row.seq - 1).first()
        return between(_balances(before), _balances(row))

    def standing(self, request: HttpRequest, row: LedgerEntry) -> Sequence[str]:
        """Whether the entry is what its digest says; which event names it is for `verify_audit`."""
        whole = canonical.digest_of(ledger.entry_facts(row)) == row.digest
        return [
            "This entry is as it was written." if whole else "This entry was changed after it was written."
        ]


def _balances(row: LedgerEntry | None) -> dict[str, Any]:
    return {} if row is None else {name: getattr(row, f"{name}_after") for name in BALANCES}


@admin.register(Account)
class Accounts(ReadOnly):
    look = Look(actors=("owner",), objects={"G": "pk", "cost-centre": "cost_centre__code"}, when="created_at")
    columns = (
        Column("Account", lambda row: row.ref),
        Column("Title", lambda row: row.title),
        Column("Owner", lambda row: row.owner),
        Column("Cost centre", lambda row: row.cost_centre),
        Column("Budget tokens", lambda row: row.budget_tokens, number=True),
        Column("Spent tokens", lambda row: row.spent_tokens, number=True),
        Column("Held tokens", lambda row: row.held_tokens, number=True),
        Column("Spent money", lambda row: row.spent_money, number=True),
    )
    related = ("owner", "cost_centre")


@admin.register(Hold)
class Holds(ReadOnly):
    look = Look(action="status", objects={"G": "account_id"}, when="opened_at")
    columns = (
        Column("Opened", lambda row: row.opened_at),
        Column("Account", lambda row: row.account.ref),
        Column("For", lambda row: row.purpose),
        Column("Status", lambda row: row.status),
        Column("Tokens", lambda row: row.tokens, number=True),
        Column("Posted", lambda row: row.posted_tokens, number=True),
        Column("Released", lambda row: row.released_tokens, number=True),
    )
    related = ("account",)


@admin.register(CostCentre)
class CostCentres(ReadOnly):
    look = Look(objects={"code": "code"})
    columns = (
        Column("Code", lambda row: row.code),
        Column("Name", lambda row: row.name),
        Column("Currency", lambda row: row.currency),
        Column("Suspended", lambda row: row.suspended),
    )


@admin.register(Envelope)
class Envelopes(ReadOnly):
    look = Look(objects={"cost-centre": "cost_centre__code", "period": "period"})
    columns = (
        Column("Cost centre", lambda row: row.cost_centre),
        Column("Period", lambda row: row.period),
        Column("Budget", lambda row: row.budget_money, number=True),
        Column("Encumbered", lambda row: row.encumbered_money, number=True),
        Column("Spent", lambda row: row.spent_money, number=True),
    )
    related = ("cost_centre",)


@admin.register(Price)
class Prices(ReadOnly):
    look = Look(objects={"model": "model", "R": "request_id"}, when="effective_from")
    columns = (
        Column("Model", lambda row: row.model),
        Column("From", lambda row: row.effective_from),
        Column("Currency", lambda row: row.currency),
        Column("Input per million", lambda row: row.input_per_million, number=True),
        Column("Cached", lambda row: row.cached_input_per_million, number=True),
        Column("Output per million", lambda row: row.output_per_million, number=True),
        Column("Source", lambda row: row.source),
    )
