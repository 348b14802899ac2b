"""Sign, decline, send back: one act of one person on one revision, with a reason, taken once.

Composable: the caller owns the transaction and holds the request's lock (see `locking`). The last
signature takes effect in the same transaction, told by the same one event.
"""

from __future__ import annotations

import re
from datetime import datetime

from governance import audit, canonical, clock, strict, wording
from governance.actors import Acting
from governance.authorisations import eligibility, kinds, policy, states
from governance.authorisations.digests import covers, signature_facts
from governance.authorisations.eligibility import Authority
from governance.enums import Act, RequestStatus
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Person, Request, Signature
from governance.notifications import signatures
from governance.people import requiring
from governance.transactions import require_transaction

_DIGEST = re.compile(r"[0-9a-f]{64}")


def sign(
    *,
    acting: Acting,
    request: Request,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Put one's name under this revision. The last signature needed takes effect at once.

    Raises Conflict `already-decided`, `stale-revision`, `already-signed`; SelfApproval; Forbidden.
    """
    at = clock.now()
    signature = _act(acting, request, revision, Act.SIGN, reason, page_digest, on_behalf_of, at)
    given = list(_signatures(request))
    if len(given) < request.signatures_needed:
        audit.record(
            acting=acting,
            on=request,
            account=request.account,
            action="request.signed",
            sentence=f"{_name(signature)} signed {request.ref}, {wording.quoted(request.title)}, as the first of "
            f"two, because {wording.because(signature.reason)} No money moved yet.",
            facts=_facts(request),
            covers=covers([signature]),
        )
        return request
    states.move(request, RequestStatus.APPROVED, at=at)
    done = kinds.of(request.kind).take_effect(acting=acting, request=request, signatures=given, at=at)
    audit.record(
        acting=acting,
        on=done.on,
        account=request.account,
        action="request.approved",
        sentence=f"{_name(signature)} signed {request.ref}, {wording.quoted(request.title)}, because "
        f"{wording.because(signature.reason)} {done.sentence}",
        facts={**_facts(request), **done.facts},
        covers=[*covers([signature]), *done.covers],
        effect_tokens=done.effect_tokens,
        effect_money=done.effect_money,
    )
    return request


def decline(
    *,
    acting: Acting,
    request: Request,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Say no, for good."""
    at = clock.now()
    signature = _act(acting, request, revision, Act.DECLINE, reason, page_digest, on_behalf_of, at)
    states.move(request, RequestStatus.DECLINED, at=at)
    return _tell(acting, request, signature, "request.declined", "declined")


def send_back(
    *,
    acting: Acting,
    request: Request,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Return it to the requester, who may change it and ask again."""
    at = clock.now()
    signature = _act(acting, request, revision, Act.SEND_BACK, reason, page_digest, on_behalf_of, at)
    states.move(request, RequestStatus.SENT_BACK, at=at)
    signatures.sent_back(request, by=str(signature.person_name), reason=signature.reason)
    return _tell(acting, request, signature, "request.sent-back", "sent back")


def _act(
    acting: Acting,
    request: Request,
    revision: int,
    act: Act,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None,
    at: datetime,
) -> Signature:
    require_transaction()
    person = requiring.named_person(acting, to="decide on a request")
    states.require(request, revision, RequestStatus.PENDING)
    right = eligibility.authority(person, request, on_behalf_of=on_behalf_of, at=at)
    why = strict.reason(reason)
    if not _DIGEST.fullmatch(page_digest):
        raise Invalid("Name the page that was read by its digest.", field="page_digest")
    _refuse_second_act(person, right.holder, request, act)
    signature = _signature(acting, person, request, act, why, page_digest, right, at)
    signature.digest = canonical.digest_of(signature_facts(signature))
    signature.save()
    return signature


def _signature(
    acting: Acting,
    person: Person,
    request: Request,
    act: Act,
    why: str,
    page_digest: str,
    right: Authority,
    at: datetime,
) -> Signature:
    return Signature(
        request=request,
        request_revision=request.revision,
        requester=request.requester,
        person=person,
        on_behalf_of=right.on_behalf_of,
        act=act,
        role=right.role,
        person_name=str(person),
        person_title=person.title,
        limit_tokens=right.limits.tokens if right.limits else None,
        limit_money=right.limits.money if right.limits else None,
        reason=why,
        method=acting.method,
        policy_version=policy.kept(request)[1],
        page_digest=page_digest,
        terms_digest=request.terms_digest,
        at=at,
    )


def _refuse_second_act(person: Person, holder: Person, request: Request, act: Act) -> None:
    """Two signatures are two people and two authorities; who has signed may only wait, not sign again."""
    for earlier in _signatures(request):
        if earlier.person_id == person.pk:
            raise Conflict(
                f"{person} has already signed this revision on {earlier.at:%d %b %Y at %H:%M} UTC.",
                code="already-signed",
                decided_by=earlier.person_name,
                decided_at=earlier.at,
            )
        if act is Act.SIGN and holder.pk in (earlier.person_id, earlier.on_behalf_of_id):
            raise Forbidden(
                f"The authority of {holder} already stands under this request; a second person must sign.",
                code="same-authority",
            )


def _signatures(request: Request) -> list[Signature]:
    found = Signature.objects.filter(request=request, request_revision=request.revision, act=Act.SIGN)
    return list(found.order_by("at", "pk"))


def _tell(acting: Acting, request: Request, signature: Signature, action: str, said: str) -> Request:
    audit.record(
        acting=acting,
        on=request,
        account=request.account,
        action=action,
        sentence=f"{_name(signature)} {said} {request.ref}, {wording.quoted(request.title)}, because "
        f"{wording.because(signature.reason)} No money moved.",
        facts=_facts(request),
        covers=covers([signature]),
    )
    return request


def _name(signature: Signature) -> str:
    return f"{signature.person_name}{_for(signature.on_behalf_of)}"


def _for(giver: Person | None) -> str:
    return f" on behalf of {giver}" if giver else ""


def _facts(request: Request) -> dict[str, object]:
    return {
        "request": request.ref, "revision": request.revision, "kind": str(request.kind),
        "terms": request.terms_digest, "requester": request.requester_id,
        "needed": request.signatures_needed,
    }  # fmt: skip
