"""The tables of the access review and of a person's page, from dated rows to cells. Decides no authority."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from governance.enums import PersonKind, Role
from governance.models import Delegation, Person, RoleGrant
from governance.people import review
from governance.people.review import Review
from governance.web.books.page import Part
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import money, names, tokens
from governance.web.moments import full
from governance.web.plain_text import shown

NO_AUTHORITY = "Superuser of the machine: no business authority follows from it."
COLUMNS = [
    Column("Person"), Column("Role"), Column("Limit, tokens", "tokens", on="wide"), Column("Limit, money", "usd"),
    Column("Currency", on="full"), Column("From, UTC", "instant", on="wide"), Column("Until, UTC", on="wide"),
    Column("Asked by", on="full"), Column("Signed by"), Column("Request", on="full"),
]  # fmt: skip


def parts(found: Review, now: datetime) -> list[Part]:
    """Roles, delegations, programs and superusers, and whoever was gone."""
    return [
        Part(heading="Roles and limits", note="what each could sign, decide, stop or read", table=_roles(found)),
        Part(heading="Standing in for somebody", table=_delegations(found),
             under="Whoever stands in signs within the limit of the giver and never what the giver asked for."),
        Part(heading="Programs and superusers", table=_others(found),
             under="A service account never signs, arms or decides, whatever it holds. Whether somebody is a superuser "
             "is shown as it is now; the record does not date it."),
        Part(heading="Deactivated by then", table=_gone(found)),
    ]  # fmt: skip


def _roles(found: Review) -> Table:
    rows = [Row(grant_cells(one)) for one in found.grants]
    rows += [
        Row([_name(one), "No role", *[""] * (len(COLUMNS) - 2)])
        for one in found.without_role() if one.kind == PersonKind.PERSON
    ]  # fmt: skip
    return Table("Roles and limits", COLUMNS, rows, empty="Nobody had a role.")


def grant_cells(grant: RoleGrant, *, until: Cell | None = None) -> list[object]:
    """One grant: whose, what, up to how much, from when to when, by whose word."""
    limited = grant.limit_money is not None and grant.limit_tokens is not None
    limits = [grant.limit_tokens, grant.limit_money, grant.currency] if limited else ["", "", ""]
    return [
        _name(grant.person), Role(grant.role).label, *limits, grant.valid_from, until or _until(grant),
        shown(review.asked_by(grant) or grant.granted_by),
        names(shown(name) for name in review.signers(grant)) or "first day, nobody signed", _request(grant),
    ]  # fmt: skip


def _until(grant: RoleGrant) -> str:
    return full(grant.valid_until) if grant.valid_until else "no end"


def _request(grant: RoleGrant) -> Cell | str:
    request = grant.request
    return Cell(request.ref, href=reverse("request", args=[request.pk])) if request else ""


def _name(person: Person) -> Cell:
    said = ", ".join(part for part in (person.title, person.username) if part)
    return Cell(str(person), href=reverse("person", args=[person.pk]), second=said)


def _delegations(found: Review) -> Table:
    columns = [
        Column("Who signs"), Column("For whom"), Column("Up to"), Column("From, UTC", "instant", on="wide"),
        Column("Until, UTC", "instant"), Column("Because", on="full"),
    ]  # fmt: skip
    rows = [
        Row([_name(one.receiver), _name(one.giver), _lent(review.lends(found, one)), one.starts_at, one.ends_at,
             shown(one.reason, limit=200)])
        for one in found.delegations
    ]  # fmt: skip
    return Table("Standing in for somebody", columns, rows, empty="Nobody stood in for anybody.")


def _lent(grant: RoleGrant | None) -> str:
    if grant is None or grant.limit_money is None or grant.limit_tokens is None:
        return "nothing: the giver was no approver then"
    return f"{money(grant.limit_money, currency=grant.currency)} or {tokens(grant.limit_tokens)} tokens"


def delegation_table(
    caption: str, given: Sequence[Delegation], *, now: datetime, may_end: bool, empty: str
) -> Table:
    """Delegations of one person, each with how it stands and, for whoever may, the way to end it."""
    columns = [
        Column("Who signs"), Column("For whom"), Column("From, UTC", "instant", on="wide"),
        Column("Until, UTC", "instant"), Column("Because", on="full"), Column("How it stands"),
    ]  # fmt: skip
    rows = [
        Row([str(one.receiver), str(one.giver), one.starts_at, one.ends_at, shown(one.reason, limit=200),
             _standing(one, now, may_end=may_end)])
        for one in given
    ]  # fmt: skip
    return Table(caption, columns, rows, empty=empty)


def _standing(one: Delegation, now: datetime, *, may_end: bool) -> Cell | str:
    if one.revoked_at is not None:
        return Cell("Ended early", second=full(one.revoked_at))
    if one.ends_at <= now:
        return "Over"
    word = "In force" if one.starts_at <= now else "Begins later"
    return Cell(f"{word}: end it", href=reverse("delegation-end", args=[one.pk])) if may_end else word


def _others(found: Review) -> Table:
    columns = [Column("Who"), Column("What"), Column("May"), Column("Tokens in force", on="wide")]
    live: dict[int, list[str]] = {}
    for token in found.tokens:
        live.setdefault(token.person_id, []).append(token.name)
    odd = [
        one for one in found.people if one.kind == PersonKind.SERVICE or one.is_superuser or one.pk in live
    ]
    rows = [
        Row([_name(one), _kind(one), _may(one, found), names(live[one.pk]) if one.pk in live else "none"])
        for one in odd if one.pk not in found.departures
    ]  # fmt: skip
    return Table("Programs and superusers", columns, rows, empty="There was none, and no token.")


def _kind(person: Person) -> str:
    if person.kind == PersonKind.SERVICE:
        return "Service account"
    return "Person, superuser" if person.is_superuser else "Person with a token"


def _may(person: Person, found: Review) -> str:
    held = [str(Role(one.role).label).lower() for one in found.grants if one.person_id == person.pk]
    roles = f"As {names(held)}." if held else "No role."
    return f"{roles} {NO_AUTHORITY}" if person.is_superuser else roles


def _gone(found: Review) -> Table:
    columns = [
        Column("Person"), Column("Since, UTC", "instant"), Column("By"), Column("What the record says", on="wide"),
    ]  # fmt: skip
    rows = [
        Row([_name(one), left.at, left.by, shown(left.sentence, limit=300)])
        for one in found.people if (left := found.departures.get(one.pk)) is not None
    ]  # fmt: skip
    return Table("Deactivated by then", columns, rows, empty="Nobody had left.")
