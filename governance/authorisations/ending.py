"""Requests that end without a decision: withdrawn, expired, or overtaken. None of these approves anything."""

from __future__ import annotations

from datetime import timedelta

from governance import audit, clock, strict, wording
from governance.actors import COUNTERSIGN, Acting
from governance.authorisations import assignment, policy, states
from governance.authorisations.locking import lock
from governance.enums import RequestKind, RequestStatus
from governance.errors import Forbidden
from governance.models import Account, Request
from governance.transactions import outermost, require_transaction

OPEN = (RequestStatus.PENDING, RequestStatus.SENT_BACK)


def withdraw(*, acting: Acting, request: Request, revision: int, reason: str) -> Request:
    """Take it back, by whoever asked. Composable; the request is locked by the caller."""
    require_transaction()
    states.require(request, revision, *OPEN)
    if acting.person != request.requester:
        raise Forbidden(
            f"Only {request.requester}, who asked, may withdraw this request.", code="not-requester"
        )
    why = strict.reason(reason)
    states.move(request, RequestStatus.WITHDRAWN, at=clock.now())
    audit.record(
        acting=acting,
        on=request,
        account=request.account,
        action="request.withdrawn",
        sentence=f"{acting.name} withdrew {request.ref}, {wording.quoted(request.title)}, because "
        f"{wording.because(why)} No money moved.",
        facts={"request": request.ref, "revision": revision},
    )
    return request


def expire_due() -> list[Request]:
    """Ask the next person about every request whose time is up, or end it if there is none. Outermost, one
    transaction each. Returns the requests that moved."""
    due = Request.objects.filter(status__in=OPEN, due_at__lte=clock.now()).order_by("due_at", "pk")
    moved = [_expire(request_id) for request_id in due.values_list("pk", flat=True)]
    return [request for request in moved if request is not None]


def _expire(request_id: int) -> Request | None:
    with outermost():
        request, at = lock(request_id), clock.now()
        if request.status not in OPEN or request.due_at > at:
            return None
        if request.status == RequestStatus.PENDING and request.level == 1:
            following = assignment.next_to_ask(request, at)
            if following is not None:
                hours = policy.kept(request)[0].answer_hours
                assignment.ask_next(request, following, due_at=at + timedelta(hours=hours))
                return request
        _let_expire(request)
        return request


def overtake(account: Account, *, but: Request | None = None) -> list[str]:
    """Close every open request against terms that have just moved. Composable and without an event of its
    own: the change that moved the terms names what this returns."""
    require_transaction()
    stale = Request.objects.select_for_update(no_key=True, of=("self",)).filter(
        account=account, kind=RequestKind.TERMS, status__in=OPEN
    )
    closed = []
    for request in stale.order_by("pk"):
        if but is None or request.pk != but.pk:
            states.move(request, RequestStatus.STALE, at=clock.now())
            closed.append(request.ref)
    return closed


def _let_expire(request: Request) -> None:
    states.move(request, RequestStatus.EXPIRED, at=clock.now())
    audit.record(
        acting=COUNTERSIGN,
        on=request,
        account=request.account,
        action="request.expired",
        sentence=f"Countersign let {request.ref}, {wording.quoted(request.title)}, expire because nobody "
        "answered. Nothing was approved and no money moved.",
        facts={"request": request.ref, "revision": request.revision, "level": request.level},
    )
