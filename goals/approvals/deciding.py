"""The decisions on a request, of whatever kind, each in a transaction of its own. Doors call these.

Two at once: one wins, the other gets a Conflict that says who decided. A refused attempt is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goals.approvals import refusing
from governance import authorisations
from governance.actors import Acting
from governance.models import Person, Request
from governance.transactions import outermost


def sign(
    *,
    acting: Acting,
    request_id: int,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Put one's name under it. The last signature takes effect at once: a goal is created, terms change."""
    return _decide(
        authorisations.sign, "sign it", acting, request_id, revision, reason,
        page_digest=page_digest, on_behalf_of=on_behalf_of,
    )  # fmt: skip


def decline(
    *,
    acting: Acting,
    request_id: int,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Say no, for good."""
    return _decide(
        authorisations.decline, "decline it", acting, request_id, revision, reason,
        page_digest=page_digest, on_behalf_of=on_behalf_of,
    )  # fmt: skip


def send_back(
    *,
    acting: Acting,
    request_id: int,
    revision: int,
    reason: str,
    page_digest: str,
    on_behalf_of: Person | None = None,
) -> Request:
    """Return it to the requester, who may change it."""
    return _decide(
        authorisations.send_back, "send it back", acting, request_id, revision, reason,
        page_digest=page_digest, on_behalf_of=on_behalf_of,
    )  # fmt: skip


def withdraw(*, acting: Acting, request_id: int, revision: int, reason: str) -> Request:
    """Take it back, by whoever asked."""
    return _decide(authorisations.withdraw, "withdraw it", acting, request_id, revision, reason)


def _decide(
    verb: Callable[..., Request],
    doing: str,
    acting: Acting,
    request_id: int,
    revision: int,
    reason: str,
    **more: Any,
) -> Request:
    with refusing.recorded(acting=acting, doing=doing, request_id=request_id), outermost():
        request = authorisations.lock(request_id)
        return verb(acting=acting, request=request, revision=revision, reason=reason, **more)
