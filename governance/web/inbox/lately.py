"""What this person decided lately, and when they last did. Reads signatures and answers; two queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from governance.enums import Act
from governance.models import Escalation, Person, Signature
from governance.web.format import money
from governance.web.moments import near

SHOWN = 5
_SAID = {
    Act.SIGN: ("signed", "Signed"),
    Act.DECLINE: ("refused", "Declined"),
    Act.SEND_BACK: ("waits", "Sent back"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One decision: its sign, what it was about, the money asked, and when."""

    glyph: str
    text: str
    href: str
    amount: str
    at: datetime


def decided_by(person: Person) -> list[Decided]:
    """The newest decisions, the newest first."""
    signatures = Signature.objects.filter(person=person).select_related("request").order_by("-pk")[:SHOWN]
    answers = (
        Escalation.objects.filter(answered_by=person)
        .select_related("account")
        .order_by("-answered_at")[:SHOWN]
    )
    found = [*map(_signed, signatures), *map(_answered, answers)]
    return sorted(found, key=lambda one: one.at, reverse=True)[:SHOWN]


def lines(found: list[Decided], now: datetime) -> list[dict[str, str]]:
    """The list as lines of a brief."""
    return [
        {
            "glyph": one.glyph,
            "text": one.text,
            "href": one.href,
            "beside": one.amount,
            "when": near(one.at, now=now),
        }
        for one in found
    ]


def _signed(signature: Signature) -> Decided:
    request, (glyph, said) = signature.request, _SAID[Act(signature.act)]
    amount = "" if request.total_money is None else money(request.total_money, currency=request.currency)
    return Decided(
        glyph=glyph, text=f"{said}: {short(request.title)}", href=f"/requests/{request.ref}/", amount=amount,
        at=signature.at,
    )  # fmt: skip


def _answered(question: Escalation) -> Decided:
    assert question.answered_at is not None
    return Decided(
        glyph="settled", text=f"Answered: {short(question.account.title)}", href=f"/escalations/{question.ref}/",
        amount="", at=question.answered_at,
    )  # fmt: skip


def short(text: str, *, limit: int = 64) -> str:
    """One line of at most `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
