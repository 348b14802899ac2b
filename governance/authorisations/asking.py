"""Asking for a signature, and asking again with changes. What is asked are absolute totals.

Refused at once if nobody could sign it. Decides how many must sign, by the policy in force at that moment,
and whom to ask first; never whether the answer is yes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from governance import audit, canonical, clock, strict, wording
from governance.actors import COUNTERSIGN, Acting
from governance.authorisations import eligibility, kinds, policy, states, way_out
from governance.enums import RequestKind, RequestStatus
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Account, CostCentre, Person, Request
from governance.notifications import signatures
from governance.people import requiring
from governance.transactions import require_transaction

LONGEST_WAIT = timedelta(days=92)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is asked for. `text` is canonical and opaque here; totals are what a signer's limit is held against."""

    kind: RequestKind
    title: str
    reason: str
    text: str
    total_tokens: int = 0
    total_money: Decimal | None = None
    currency: str = "USD"
    cost_centre: CostCentre | None = None
    account: Account | None = None
    base_digest: str = ""
    context: dict[str, Any] = field(default_factory=dict)
    due_at: datetime | None = None


def ask(*, acting: Acting, draft: Draft, in_the_name_of: Person | None = None) -> Request:
    """Put a request to whoever may sign it. Composable.

    Countersign alone asks `in_the_name_of` somebody whom a stop concerns: they are the requester and cannot
    sign. Raises Forbidden without the role to ask, Invalid `nobody-eligible` if nobody could sign.
    """
    require_transaction()
    at = clock.now()
    requester = _asker(acting) if in_the_name_of is None else _named(acting, in_the_name_of)
    requiring.one_of(requester, kinds.of(draft.kind).askers, at, to=f"ask for a {draft.kind.value}")
    request = Request(
        kind=draft.kind,
        requester=requester,
        account=draft.account,
        cost_centre=draft.cost_centre,
        asked_at=at,
    )
    _fill(request, draft, at)
    request.save(force_insert=True)
    audit.record(
        acting=acting,
        on=request,
        account=draft.account,
        action="request.asked",
        sentence=f"{_who(acting, requester)} asked {_whom(request)} to sign {request.ref}, "
        f"{wording.quoted(request.title)},{_totals(request)} because "
        f"{wording.because(request.reason)} Nothing is set aside yet.",
        facts=_facts(request),
    )
    signatures.wanted(request, _to_ask(request, at))
    return request


def resubmit(*, acting: Acting, request: Request, revision: int, draft: Draft) -> Request:
    """Ask again with changes, by the requester. Composable; the request is locked by the caller.

    The revision moves: signatures given before fall, and the policy in force now decides anew.
    """
    require_transaction()
    at = clock.now()
    states.require(request, revision, RequestStatus.PENDING, RequestStatus.SENT_BACK)
    if acting.person != request.requester:
        raise Forbidden(
            f"Only {request.requester}, who asked, may change this request.", code="not-requester"
        )
    states.move(request, RequestStatus.PENDING, at=None, revision=revision + 1)
    _fill(request, draft, at)
    request.save(update_fields=[*_FILLED])
    audit.record(
        acting=acting,
        on=request,
        account=request.account,
        action="request.resubmitted",
        sentence=f"{acting.name} changed {request.ref} and asked {_whom(request)} again,{_totals(request)} "
        f"because {wording.because(request.reason)} Signatures given before no longer count. No money moved.",
        facts=_facts(request),
    )
    signatures.wanted(request, _to_ask(request, at))
    return request


def _named(acting: Acting, person: Person) -> Person:
    if acting.person is not None or acting.name != COUNTERSIGN.name:
        raise Forbidden("Nobody asks in the name of somebody else.", code="not-requester")
    if not person.is_active:
        raise Conflict(f"{person} has left; somebody else must ask.", code="requester-left")
    return person


def _who(acting: Acting, requester: Person) -> str:
    return str(requester) if acting.person is not None else f"{acting.name}, in the name of {requester},"


_FILLED = (
    "title", "reason", "terms_text", "terms_digest", "base_digest", "total_tokens", "total_money", "currency",
    "signatures_needed", "policy_text", "context_text", "due_at", "assigned_to", "level",
)  # fmt: skip


def _asker(acting: Acting) -> Person:
    if acting.person is None or not acting.person.is_active:
        raise Forbidden("Only somebody who is here and can be named may ask.", code="not-a-person")
    return acting.person


def _fill(request: Request, draft: Draft, at: datetime) -> None:
    in_force, version = policy.current()
    request.title, request.reason = _title(draft.title), strict.reason(draft.reason)
    request.terms_text, request.terms_digest = draft.text, canonical.digest(draft.text)
    request.base_digest = draft.base_digest
    request.total_tokens, request.total_money = draft.total_tokens, draft.total_money
    request.currency = draft.currency
    spends = kinds.of(draft.kind).spends
    request.signatures_needed = (
        in_force.signatures_for(draft.total_tokens, draft.total_money) if spends else 1
    )
    request.policy_text = policy.snapshot(in_force, version)
    request.context_text = canonical.text(draft.context)
    request.due_at = _due(draft.due_at, at, timedelta(hours=in_force.answer_hours))
    request.level = 1
    request.assigned_to = _first_of_enough(request, at)


def _to_ask(request: Request, at: datetime) -> list[Person]:
    """Whoever is asked; where two must sign, everybody who could."""
    if request.signatures_needed == 1 and request.assigned_to is not None:
        return [request.assigned_to]
    return eligibility.eligible(request, at)


def _first_of_enough(request: Request, at: datetime) -> Person:
    """Whom to ask first. Raises Invalid `nobody-eligible` unless enough different people could sign."""
    able = eligibility.eligible(request, at)
    if len(able) >= request.signatures_needed:
        return able[0]
    found = (
        f"only {wording.names([str(person) for person in able])} could sign" if able else "nobody may sign it"
    )
    instead = way_out.sentence(request, policy.kept(request)[0], at)
    raise Invalid(
        f"This needs {request.signatures_needed} different people to sign, and {found}. {instead}",
        field="budget_tokens" if request.total_money is None else "budget_money",
        code="nobody-eligible",
        needed=request.signatures_needed,
        eligible=[str(person) for person in able],
    )


def _title(text: str) -> str:
    if not text.strip():
        raise Invalid("A request says in its title what it is for.", field="title")
    return text.strip()


def _due(given: datetime | None, at: datetime, usual: timedelta) -> datetime:
    if given is None:
        return at + usual
    if not at < given <= at + LONGEST_WAIT:
        raise Invalid(
            f"Give a time to answer by that is ahead, at most {LONGEST_WAIT.days} days.", field="due_at"
        )
    return given


def _whom(request: Request) -> str:
    return "two people" if request.signatures_needed == 2 else str(request.assigned_to)


def _totals(request: Request) -> str:
    """What a goal may spend; a request that spends nothing itself, such as an envelope, says its sum in its title."""
    if not request.total_tokens and request.total_money is None:
        return ""
    return f" for {wording.totals(request.total_tokens, request.total_money, request.currency)}"


def _facts(request: Request) -> dict[str, Any]:
    return {
        "request": request.ref, "revision": request.revision, "kind": str(request.kind),
        "text": request.terms_text, "terms": request.terms_digest, "base": request.base_digest,
        "tokens": request.total_tokens, "money": request.total_money, "currency": request.currency,
        "signatures_needed": request.signatures_needed, "policy": request.policy_text,
        "context": request.context_text, "due_at": request.due_at, "asked": request.assigned_to_id,
    }  # fmt: skip
