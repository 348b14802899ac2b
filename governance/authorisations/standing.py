"""Whether an authorisation is in force at an instant: not ended, not expired, and its signers still good for it."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from governance import wording
from governance.compiled import Compiled
from governance.enums import Act, AuthorisationStatus
from governance.models import Account, Authorisation, Signature
from governance.people import roles
from governance.people.roles import Limits

_OF = "request__authorisation__"


def in_force(account: Account, *, at: datetime) -> Authorisation | None:
    """The authorisation that covers this account now, or None."""
    signed = account.authorisation
    return signed if signed is not None and not standing(signed, at=at) else None


def standing(authorisation: Authorisation, *, at: datetime) -> str:
    """Why this authorisation is not in force, as one sentence; "" if it is. One query."""
    rows = _SIGNERS.rows(request=authorisation.request_id, at=at)
    if not rows:
        return "Nobody's signature stands under this authorisation."
    return _ended(rows[0], at) or next((why for row in rows if (why := _fallen(row))), "")


def _rows(*, request: int, at: datetime) -> QuerySet[Signature, Any]:
    grant = roles.grants(at).filter(person=OuterRef("holder"), role=OuterRef("role")).order_by("pk")
    signed = Signature.objects.filter(
        request=request, act=Act.SIGN, request_revision=F("request__revision")
    ).annotate(holder=Coalesce("on_behalf_of", "person"))
    return (
        signed.annotate(
            granted=Subquery(grant.values("pk")[:1]),
            tokens_now=Subquery(grant.values("limit_tokens")[:1]),
            money_now=Subquery(grant.values("limit_money")[:1]),
            currency_now=Subquery(grant.values("currency")[:1]),
            status=F(f"{_OF}status"),
            ended_at=F(f"{_OF}ended_at"),
            ended_by=F(f"{_OF}ended_by__display_name"),
            valid_from=F(f"{_OF}valid_from"),
            valid_until=F(f"{_OF}valid_until"),
            budget_tokens=F(f"{_OF}account__budget_tokens"),
            budget_money=F(f"{_OF}account__budget_money"),
            currency=F(f"{_OF}account__currency"),
            here=F("person__is_active"),
        )
        .order_by("pk")
        .values(
            "granted", "tokens_now", "money_now", "currency_now", "status", "ended_at", "ended_by", "valid_from",
            "valid_until", "budget_tokens", "budget_money", "currency", "here", "person_name", "role",
            "on_behalf_of__display_name",
        )
    )  # fmt: skip


_SIGNERS = Compiled(_rows, request=int, at=datetime)


def _ended(row: dict[str, Any], at: datetime) -> str:
    status = row["status"]
    if status == AuthorisationStatus.REVOKED:
        return f"{row['ended_by']} revoked the authorisation on {row['ended_at']:%d %b %Y at %H:%M} UTC."
    if status != AuthorisationStatus.IN_FORCE:
        return f"The authorisation is {status} since {row['ended_at']:%d %b %Y at %H:%M} UTC."
    if at >= row["valid_until"]:
        return f"The authorisation expired on {row['valid_until']:%d %b %Y at %H:%M} UTC."
    return ""


def _fallen(row: dict[str, Any]) -> str:
    holder = row["on_behalf_of__display_name"] or row["person_name"]
    if not row["here"]:
        return f"{row['person_name']}, who signed, has left."
    if row["granted"] is None:
        return f"{holder}, whose authority was signed with, is no longer {row['role']}."
    limits = _limits(row)
    if limits is None or limits.cover(
        tokens=row["budget_tokens"], money=row["budget_money"], currency=row["currency"]
    ):
        return ""
    return (
        f"{holder} may now sign up to {wording.totals(limits.tokens, limits.money, limits.currency)}, and this "
        f"goal's budget is {wording.totals(row['budget_tokens'], row['budget_money'], row['currency'])}."
    )


def _limits(row: dict[str, Any]) -> Limits | None:
    tokens: int | None = row["tokens_now"]
    money: Decimal | None = row["money_now"]
    return None if tokens is None or money is None else Limits(tokens, money, row["currency_now"])
