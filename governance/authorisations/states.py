"""The one mover of a request's status, and what is said to whoever comes second."""

from __future__ import annotations

from datetime import datetime

from governance.enums import Act, RequestStatus
from governance.errors import Conflict
from governance.models import Request, Signature

_OPEN = (RequestStatus.PENDING, RequestStatus.SENT_BACK)
_SAID = {
    Act.SIGN: "signed", Act.DECLINE: "declined", Act.SEND_BACK: "sent back",
}  # fmt: skip


def require(request: Request, revision: int, *allowed: RequestStatus) -> None:
    """Raises Conflict unless the request, as locked, waits in one of these states at this revision."""
    if request.status not in allowed:
        raise _decided(request)
    if request.revision != revision:
        raise Conflict(
            f"{request.requester} changed {request.ref} after it was shown: it is at revision "
            f"{request.revision}, not {revision}. Read it again.",
            code="stale-revision",
            revision=request.revision,
            asked_revision=revision,
            decided_by=str(request.requester),
        )


def move(
    request: Request, status: RequestStatus, *, at: datetime | None, revision: int | None = None
) -> None:
    """Compare-and-set from what was read. Raises Conflict if somebody else moved it in between."""
    new = request.revision if revision is None else revision
    moved = Request.objects.filter(pk=request.pk, status=request.status, revision=request.revision).update(
        status=status, revision=new, decided_at=at
    )
    if moved != 1:
        request.refresh_from_db()
        raise _decided(request)
    request.status, request.revision, request.decided_at = status, new, at


def _decided(request: Request) -> Conflict:
    who, what = _last_word(request)
    when = f" on {request.decided_at:%d %b %Y at %H:%M} UTC" if request.decided_at else ""
    return Conflict(
        f"{request.ref} is no longer open: {who} {what}{when}.",
        code="stale-terms" if request.status == RequestStatus.STALE else "already-decided",
        status=str(request.status),
        decided_by=who,
        decided_at=request.decided_at,
        revision=request.revision,
    )


def _last_word(request: Request) -> tuple[str, str]:
    if request.status == RequestStatus.WITHDRAWN:
        return str(request.requester), "withdrew it"
    if request.status == RequestStatus.EXPIRED:
        return "Countersign", "let it expire because nobody answered"
    if request.status == RequestStatus.STALE:
        return "Countersign", "closed it because the terms it would change have moved"
    last = (
        Signature.objects.filter(request=request, request_revision=request.revision)
        .order_by("-at", "-pk")
        .first()
    )
    return (last.person_name, f"{_SAID[Act(last.act)]} it") if last else ("Somebody", "decided it")
