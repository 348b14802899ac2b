"""Who has put their name under a request, who may next, and why the viewer may or may not. Decides no authority:
it asks the same `eligibility` that signing asks again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from goals.web.wording import any_of
from governance.authorisations import eligibility, page_digest
from governance.authorisations.eligibility import Authority
from governance.enums import Act, RequestStatus
from governance.errors import CountersignError, SelfApproval
from governance.models import Person, Request, Signature
from governance.people import delegations
from governance.people.roles import Limits
from governance.web.format import money, tokens
from governance.web.moments import near
from governance.web.viewer import Viewer

ACTS = {Act.SIGN: "signed", Act.DECLINE: "declined", Act.SEND_BACK: "sent back"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The acts on this revision, who else could sign, and by which right the viewer may; or why not."""

    given: Sequence[Signature]
    able: Sequence[Person]
    right: Authority | None
    why: str
    own: bool

    @property
    def signed(self) -> list[Signature]:
        return [one for one in self.given if one.act == Act.SIGN]


def standing(request: Request, viewer: Viewer, at: datetime) -> Standing:
    """Reads the signatures and asks who may. A constant number of queries."""
    given = list(
        Signature.objects.filter(request=request, request_revision=request.revision)
        .select_related("on_behalf_of", "person").order_by("pk")
    )  # fmt: skip
    if request.status != RequestStatus.PENDING:
        return Standing(
            given=given, able=(), right=None, why="", own=request.requester_id == viewer.person.pk
        )
    behind = {one.person_id for one in given} | {one.on_behalf_of_id for one in given}
    able = [person for person in eligibility.eligible(request, at) if person.pk not in behind]
    right, why = _right(request, viewer.person, given, at)
    return Standing(
        given=given, able=able, right=right, why=why, own=request.requester_id == viewer.person.pk
    )


def _right(
    request: Request, person: Person, given: Sequence[Signature], at: datetime
) -> tuple[Authority | None, str]:
    mine = next((one for one in given if one.person_id == person.pk), None)
    if mine is not None:
        return None, f"You have {ACTS[Act(mine.act)]} this already; a second person must sign."
    try:
        return eligibility.authority(person, request, on_behalf_of=None, at=at), ""
    except CountersignError as refused:
        stands_in = None if isinstance(refused, SelfApproval) else _for_another(request, person, given, at)
        return stands_in, "" if stands_in else _said(refused, request, person)


def _for_another(
    request: Request, person: Person, given: Sequence[Signature], at: datetime
) -> Authority | None:
    behind = {one.person_id for one in given} | {one.on_behalf_of_id for one in given}
    for delegation in (
        delegations.live(at).filter(receiver=person).select_related("giver").order_by("pk")[:10]
    ):
        if delegation.giver_id in behind:
            continue
        try:
            return eligibility.authority(person, request, on_behalf_of=delegation.giver, at=at)
        except CountersignError:
            continue
    return None


def _said(refused: CountersignError, request: Request, person: Person) -> str:
    if isinstance(refused, SelfApproval) and request.requester_id == person.pk:
        return "You asked for this, so you cannot sign it."
    return refused.message


def card(request: Request, known: Standing, now: datetime) -> dict[str, Any]:
    """Context of the signature card: who asked, who acted, and a line for each signature that is missing."""
    blocks = [_asker(request, now), *(_block(one, place, now) for place, one in enumerate(known.given))]
    missing = request.signatures_needed - len(known.signed)
    if request.status == RequestStatus.PENDING:
        blocks += [_missing(known)] * max(0, missing - (1 if known.right else 0))
    return {
        "title": "Signatures", "since": f"{len(known.signed)} of {request.signatures_needed} given",
        "signatures": blocks,
    }  # fmt: skip


def place(
    request: Request, known: Standing, *, reason: str = "", reason_error: str = ""
) -> dict[str, Any] | None:
    """Context of the place to sign, or of what stands there for somebody who may not; None once it is decided."""
    if request.status != RequestStatus.PENDING:
        return None
    if known.right is None:
        others = [str(person) for person in known.able]
        who = (
            f"{any_of(others)} can."
            if others
            else "Nobody is left who could sign it; a controller must find somebody."
        )
        return {"may": False, "why": known.why, "who": who}
    right = known.right
    hidden = {"revision": str(request.revision), "page_digest": page_digest(request)}
    if right.on_behalf_of is not None:
        hidden["on_behalf_of"] = str(right.on_behalf_of.pk)
    return {
        "may": True, "name": _name(right, request), "lines": _lines(right), "hidden": hidden, "reason": reason,
        "reason_error": reason_error, "verb": "Countersign" if known.signed else "Sign",
        "action": reverse("request-decide", args=[request.pk]),
    }  # fmt: skip


def _name(right: Authority, request: Request) -> str:
    return f"for {right.on_behalf_of}" if right.on_behalf_of else str(right.holder)


def _lines(right: Authority) -> list[str]:
    lines = [right.holder.title or right.role.label]
    if right.on_behalf_of is not None:
        lines.append(f"you stand in for {right.on_behalf_of}")
    if right.limits is not None:
        lines.append(f"{limit(right.limits)}, so this is within it")
    return lines


def limit(limits: Limits) -> str:
    """ "limit USD 30.00 or 3,000,000 tokens"."""
    return f"limit {money(limits.money, currency=limits.currency)} or {tokens(limits.tokens)} tokens"


def _asker(request: Request, now: datetime) -> dict[str, Any]:
    lines = [request.requester.title or "Requester", near(request.asked_at, now=now)]
    return {
        "name": str(request.requester),
        "act": "asked",
        "asker": True,
        "lines": lines,
        "reason": request.reason,
    }


def _block(one: Signature, place: int, now: datetime) -> dict[str, Any]:
    act = "countersigned" if one.act == Act.SIGN and place else ACTS[Act(one.act)]
    role = one.person_title or one.role.capitalize()
    lines = [f"{role}, on behalf of {one.on_behalf_of}" if one.on_behalf_of else role]
    if one.limit_money is not None and one.limit_tokens is not None:
        lines.append(limit(Limits(one.limit_tokens, one.limit_money, one.request.currency)))
    return {
        "name": one.person_name,
        "act": act,
        "lines": [*lines, near(one.at, now=now)],
        "reason": one.reason,
    }


def _missing(known: Standing) -> dict[str, Any]:
    who = any_of([str(person) for person in known.able])
    return {"name": f"{who}", "act": "not yet signed", "lines": ["waits for a signature"], "missing": True}
