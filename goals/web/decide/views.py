"""The doors of a decision: read the page, sign, send back, decline, withdraw. Reading never decides."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from goals import approvals
from goals.web.decide import page
from governance.authorisations import page_digest
from governance.enums import RequestStatus
from governance.errors import Conflict, CountersignError, Invalid
from governance.models import Person, Request
from governance.web.acting import acting_of
from governance.web.given import whole
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

VERBS: dict[str, Callable[..., Request]] = {
    "sign": approvals.sign, "send-back": approvals.send_back, "decline": approvals.decline,
}  # fmt: skip
_DIGEST = re.compile(r"[0-9a-f]{64}")


@require_safe
def show(request: HttpRequest, asked: int) -> HttpResponse:
    """The page. Nothing is decided by opening it."""
    viewer = viewer_of(request)
    return render(request, "decide/decide.html", page.context(viewer, page.request_for(viewer, asked)))


@require_POST
def decide(request: HttpRequest, asked: int) -> HttpResponse:
    """One act on the revision that was shown; what was refused is said on the page as it stands now."""
    found = page.request_for(viewer_of(request), asked)
    decision = request.POST.get("decision", "")
    try:
        if decision not in VERBS:
            raise Invalid("Sign, send back or decline.", field="decision")
        revision = whole(request.POST.get("revision"), field="revision")
        digest = request.POST.get("page_digest", "")
        if revision == found.revision and digest != page_digest(found):
            raise Conflict(
                "What you read is not what stands now. Read it again and decide on that.", code="stale-page"
            )
        done = VERBS[decision](
            acting=acting_of(request), request_id=found.pk, revision=revision, page_digest=digest,
            reason=request.POST.get("reason", ""), on_behalf_of=_behind(request),
        )  # fmt: skip
    except CountersignError as refused:
        return _refused(request, asked, refused)
    messages.success(request, said(done, decision))
    return redirect("request", asked)


@require_POST
def withdraw(request: HttpRequest, asked: int) -> HttpResponse:
    """Take it back, by whoever asked."""
    found = page.request_for(viewer_of(request), asked)
    try:
        approvals.withdraw(
            acting=acting_of(request), request_id=found.pk, reason=request.POST.get("reason", ""),
            revision=whole(request.POST.get("revision"), field="revision"),
        )  # fmt: skip
    except CountersignError as refused:
        return _refused(request, asked, refused)
    messages.success(request, f"You withdrew {found.ref}. Nothing was approved and no money moved.")
    return redirect("request", asked)


def said(done: Request, decision: str) -> str:
    """What the decision did, for the top of the next page."""
    if decision == "decline":
        return f"You declined {done.ref}. No money moved."
    if decision == "send-back":
        return f"You sent {done.ref} back to {done.requester}. No money moved."
    if done.status != RequestStatus.APPROVED:
        return f"You signed {done.ref} as the first of two. No money moved; a second person must sign."
    return f"You signed {done.ref}. All signatures are given, so it is in force."


def _refused(request: HttpRequest, asked: int, refused: CountersignError) -> HttpResponse:
    """The page as it stands now with the refusal on it; what was typed is kept."""
    viewer = viewer_of(request)
    of_reason = refused.field == "reason"
    if not of_reason:
        messages.error(request, refused.message)
    context = page.context(
        viewer, page.request_for(viewer, asked), reason=request.POST.get("reason", ""),
        reason_error=refused.message if of_reason else "",
    )  # fmt: skip
    return render(request, "decide/decide.html", context, status=status_of(refused))


def _behind(request: HttpRequest) -> Person | None:
    given = request.POST.get("on_behalf_of")
    if not given:
        return None
    found = Person.objects.filter(pk=whole(given, field="on_behalf_of")).first()
    if found is None:
        raise Invalid("There is no such person to stand in for.", field="on_behalf_of")
    return found
