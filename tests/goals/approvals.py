"""Asking and signing in one line, for stories that begin with a signed goal."""

from __future__ import annotations

from typing import Any

from goals import activation, approvals
from goals.models import Goal
from governance.authorisations import page_digest
from governance.models import Person, Request
from tests.cast import Cast
from tests.goals.terms_stories import terms

WHY = "The August close needs it."


def asked(cast: Cast, *, by: Person | None = None, reason: str = WHY, **changes: Any) -> Request:
    """Ben's request for the August reconciliation, with these terms changed."""
    return approvals.ask_goal(acting=cast.acting(by or cast.ben), terms=terms(**changes), reason=reason)


def signed(
    cast: Cast, request: Request, *, by: Person | None = None, reason: str = "Inside the plan."
) -> Request:
    """The request signed by Cy, or whoever is named, at the revision and page in hand."""
    return approvals.sign(
        acting=cast.acting(by or cast.cy), request_id=request.pk, revision=request.revision, reason=reason,
        page_digest=page_digest(request),
    )  # fmt: skip


def signed_goal(cast: Cast, *, armed: bool = True, **changes: Any) -> Goal:
    """A goal that Ben asked for and Cy signed; armed by a driver that is live unless told otherwise."""
    if armed:
        activation.hold_lease("the story's driver", seconds=3_600)
    request = signed(cast, asked(cast, **changes))
    return Goal.objects.select_related("account__terms", "account__authorisation", "session").get(
        account_id=request.account_id
    )
