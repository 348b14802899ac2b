"""Who asked, who signed, under which terms, and what is in force."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from governance import clock
from governance.admin.base import Column, ReadOnly
from governance.admin.differences import Difference, of_texts
from governance.admin.looks import Look
from governance.authorisations import standing
from governance.models import Authorisation, Request, Signature, Terms


@admin.register(Request)
class Requests(ReadOnly):
    """What was asked, beside what stood before."""

    look = Look(
        actors=("requester", "assigned_to"), action="status", objects={"R": "pk", "G": "account_id", "kind": "kind"},
        when="asked_at",
    )  # fmt: skip
    columns = (
        Column("Request", lambda row: row.ref),
        Column("Asked", lambda row: row.asked_at),
        Column("Kind", lambda row: row.kind),
        Column("By", lambda row: row.requester),
        Column("Title", lambda row: row.title),
        Column("Tokens", lambda row: row.total_tokens, number=True),
        Column("Money", lambda row: row.total_money, number=True),
        Column("Status", lambda row: row.status),
    )
    related = ("requester",)

    def before_after(self, row: Request) -> Sequence[Difference]:
        base = (
            Terms.objects.filter(account=row.account_id, digest=row.base_digest).first()
            if row.base_digest
            else None
        )
        return of_texts(base.text if base else "", row.terms_text)


@admin.register(Signature)
class Signatures(ReadOnly):
    look = Look(
        actors=("person", "on_behalf_of", "requester"), action="act",
        objects={"R": "request_id", "G": "request__account_id"}, when="at",
    )  # fmt: skip
    columns = (
        Column("When", lambda row: row.at),
        Column("Request", lambda row: row.request.ref),
        Column("Act", lambda row: row.act),
        Column("Name", lambda row: row.person_name),
        Column("Role", lambda row: row.role),
        Column("Limit, tokens", lambda row: row.limit_tokens, number=True),
        Column("Limit, money", lambda row: row.limit_money, number=True),
        Column("Reason", lambda row: row.reason),
    )
    related = ("request",)


@admin.register(Authorisation)
class Authorisations(ReadOnly):
    """What was authorised, beside what was in force before it; and whether it is in force now."""

    look = Look(
        actors=("ended_by",),
        action="status",
        objects={"G": "account_id", "R": "request_id"},
        when="valid_from",
    )
    columns = (
        Column("From", lambda row: row.valid_from),
        Column("Until", lambda row: row.valid_until),
        Column("Account", lambda row: row.account.ref),
        Column("Request", lambda row: row.request.ref),
        Column("Status", lambda row: row.status),
        Column("Ended", lambda row: row.ended_at),
        Column("By", lambda row: row.ended_by),
        Column("Because", lambda row: row.ended_reason),
    )
    related = ("account", "request", "ended_by")

    def before_after(self, row: Authorisation) -> Sequence[Difference]:
        earlier = Authorisation.objects.filter(account=row.account_id, pk__lt=row.pk).order_by("-pk").first()
        return of_texts(earlier.terms_text if earlier else "", row.terms_text)

    def standing(self, request: HttpRequest, row: Authorisation) -> Sequence[str]:
        return [standing(row, at=clock.now()) or "This authorisation is in force."]


@admin.register(Terms)
class TermsVersions(ReadOnly):
    look = Look(actors=("changed_by",), objects={"G": "account_id"}, when="at")
    columns = (
        Column("When", lambda row: row.at),
        Column("Account", lambda row: row.account.ref),
        Column("Version", lambda row: row.version, number=True),
        Column("Changed by", lambda row: row.changed_by),
    )
    related = ("account", "changed_by")

    def before_after(self, row: Terms) -> Sequence[Difference]:
        earlier = Terms.objects.filter(account=row.account_id, version=row.version - 1).first()
        return of_texts(earlier.text if earlier else "", row.text)
