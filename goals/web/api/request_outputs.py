"""Requests as they are answered, with the digest that a decision hands back."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from goals.web.api.goal_outputs import SignatureOut
from governance.authorisations import page_digest
from governance.enums import RequestKind, RequestStatus
from governance.models import Request
from governance.web.api.outputs import Facts, Maybe, Money, Number, OneOf, PersonOut, Text, Tokens, When


class RequestOut(serializers.Serializer[Request]):
    """What somebody asks to be signed: absolute totals."""

    id = Number(source="pk")
    ref = Text()
    kind = OneOf(RequestKind)
    status = OneOf(RequestStatus)
    revision = Number()
    requester = PersonOut()
    goal = Text(source="account.ref", allow_null=True)
    cost_centre = Text(source="cost_centre.code", allow_null=True)
    title = Text()
    reason = Text()
    total_tokens = Tokens()
    total_money = Money(allow_null=True)
    currency = Text()
    signatures_needed = Number()
    assigned_to = PersonOut(allow_null=True)
    level = Number()
    asked_at = When()
    due_at = When()
    decided_at = When(allow_null=True)


class PageDigest(Text):
    """Names exactly what was shown; it is handed back with the decision."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", **kwargs)

    def to_representation(self, value: Request) -> str:
        return page_digest(value)


class RequestDetailOut(RequestOut):
    """Everything that is signed, everything known beside it, and who has acted."""

    terms = Facts(source="terms_text")
    terms_digest = Text()
    base_digest = Maybe()
    policy = Facts(source="policy_text")
    context = Facts(source="context_text")  # type: ignore[assignment]
    page_digest = PageDigest()
    signatures = SignatureOut(source="signatures.all", many=True)
