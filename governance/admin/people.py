"""People, what they may do, and the questions put to them."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.models import Group

from governance.admin.base import Column, ReadOnly
from governance.admin.looks import Look
from governance.models import Delegation, Escalation, Freeze, LogInFailures, Person, RoleGrant

# Groups and their permissions mean nothing here: authority comes from grants that a second person signs.
admin.site.unregister(Group)


@admin.register(Person)
class People(ReadOnly):
    look = Look(action="kind", objects={"P": "pk", "name": "username"}, when="date_joined")
    columns = (
        Column("Name", lambda row: row.display_name or row.username),
        Column("User name", lambda row: row.username),
        Column("Title", lambda row: row.title),
        Column("Kind", lambda row: row.kind),
        Column("Here", lambda row: row.is_active),
        Column("Superuser", lambda row: row.is_superuser),
    )

    def title_of(self, row: Person) -> str:
        return str(row)


@admin.register(RoleGrant)
class RoleGrants(ReadOnly):
    look = Look(actors=("person", "ended_by"), action="role", objects={"R": "request_id"}, when="valid_from")
    columns = (
        Column("From", lambda row: row.valid_from),
        Column("Person", lambda row: row.person),
        Column("Role", lambda row: row.role),
        Column("Limit, tokens", lambda row: row.limit_tokens, number=True),
        Column("Limit, money", lambda row: row.limit_money, number=True),
        Column("Granted by", lambda row: row.granted_by),
        Column("Ended", lambda row: row.ended_at),
    )
    related = ("person",)


@admin.register(Delegation)
class Delegations(ReadOnly):
    look = Look(actors=("giver", "receiver"), action="role", when="starts_at")
    columns = (
        Column("From", lambda row: row.starts_at),
        Column("Until", lambda row: row.ends_at),
        Column("Giver", lambda row: row.giver),
        Column("Receiver", lambda row: row.receiver),
        Column("Because", lambda row: row.reason),
        Column("Revoked", lambda row: row.revoked_at),
    )
    related = ("giver", "receiver")


@admin.register(Escalation)
class Escalations(ReadOnly):
    look = Look(
        actors=("assigned_to", "answered_by"), action="cause",
        objects={"E": "pk", "G": "account_id", "status": "status"}, when="opened_at",
    )  # fmt: skip
    columns = (
        Column("Question", lambda row: row.ref),
        Column("Opened", lambda row: row.opened_at),
        Column("Account", lambda row: row.account.ref),
        Column("Cause", lambda row: row.cause),
        Column("Sentence", lambda row: row.sentence),
        Column("Status", lambda row: row.status),
        Column("Answer", lambda row: row.answer),
        Column("By", lambda row: row.answered_by),
    )
    related = ("account", "answered_by")


@admin.register(Freeze)
class Freezes(ReadOnly):
    look = Look(
        actors=("frozen_by", "lifted_by"), objects={"cost-centre": "cost_centre__code"}, when="frozen_at"
    )
    columns = (
        Column("Frozen", lambda row: row.frozen_at),
        Column("By", lambda row: row.frozen_by),
        Column("Scope", lambda row: row.scope),
        Column("Because", lambda row: row.reason),
        Column("Lifted", lambda row: row.lifted_at),
        Column("By whom", lambda row: row.lifted_by),
    )
    related = ("frozen_by", "lifted_by")


@admin.register(LogInFailures)
class FailedLogIns(ReadOnly):
    look = Look(actors=("person",), objects={"address": "address"}, when="last_at")
    columns = (
        Column("Last", lambda row: row.last_at),
        Column("Since", lambda row: row.first_at),
        Column("As", lambda row: row.person or "names that nobody has"),
        Column("From", lambda row: row.address),
        Column("Failed", lambda row: row.count, number=True),
    )
    related = ("person",)
