"""Requests and what becomes of them: read, sign, decline, send back, withdraw, ask again."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

from django.db.models import QuerySet

from goals import approvals
from goals.terms import read_terms
from goals.web.api import paths, reading
from goals.web.api.asked_terms import Changes
from goals.web.api.request_outputs import RequestDetailOut, RequestOut
from governance.authorisations import page_digest
from governance.enums import RequestKind
from governance.errors import Conflict, Invalid, NotFound
from governance.models import Person, Request
from governance.strict.fields import CostCentreCode
from governance.web.api.inputs import Body, Digest, Page, PersonId, QueryNumber, Reason, Revision
from governance.web.api.operation import Call, Listing, Read, Write

OF_GOALS = frozenset({RequestKind.GOAL, RequestKind.TERMS})


class ListRequests(Listing):
    """Requests that the caller may see, the newest first. `assigned_to` is whom they wait for."""

    Output = RequestOut

    class Query(Page):
        status: (
            Literal["pending", "sent-back", "approved", "declined", "withdrawn", "expired", "stale"] | None
        ) = None
        kind: Literal["goal", "terms", "role", "band", "price", "envelope"] | None = None
        requester: QueryNumber | None = None
        assigned_to: QueryNumber | None = None
        cost_centre: CostCentreCode | None = None

    def run(self, call: Call) -> QuerySet[Request]:
        wanted = call.query.model_dump(exclude={"limit", "cursor", "cost_centre"}, exclude_none=True)
        rows = reading.requests().filter(pk__in=call.sight.requests().values("pk"), **wanted)
        code = call.query.cost_centre
        return rows if code is None else rows.filter(cost_centre__code=code)


class ShowRequest(Read):
    """A request with what is signed, its signatures, and the digest to hand back with a decision."""

    Output = RequestDetailOut

    def run(self, call: Call) -> Request:
        return reading.request(paths.request(call).pk)


class Deciding(Write):
    """Base: one act of one person on one revision of a request, having seen `page_digest`."""

    Output = RequestDetailOut
    verb: ClassVar[Callable[..., Request]]
    example = {"revision": 1, "page_digest": "0" * 64, "reason": "Inside the plan."}

    class Input(Body):
        revision: Revision
        page_digest: Digest
        reason: Reason
        on_behalf_of: PersonId | None = None

    def run(self, call: Call) -> Request:
        request, body = paths.request(call), call.body
        _require_shown(request, body.revision, body.page_digest)
        type(self).verb(
            acting=call.acting, request_id=request.pk, revision=body.revision, reason=body.reason,
            page_digest=body.page_digest, on_behalf_of=person_behind(body.on_behalf_of),
        )  # fmt: skip
        return reading.request(request.pk)


class SignRequest(Deciding):
    """Put one's name under it. The last signature takes effect at once. Nobody signs for their own request."""

    asks = "sign a request"
    verb = staticmethod(approvals.sign)


class DeclineRequest(Deciding):
    """Say no, for good."""

    asks = "decline a request"
    verb = staticmethod(approvals.decline)


class SendBackRequest(Deciding):
    """Return it to the requester, who may change it and ask again."""

    asks = "send a request back"
    verb = staticmethod(approvals.send_back)


class WithdrawRequest(Write):
    """Take it back, by whoever asked."""

    asks = "withdraw a request"
    Output = RequestDetailOut
    example = {"revision": 1, "reason": "It is no longer needed."}

    class Input(Body):
        revision: Revision
        reason: Reason

    def run(self, call: Call) -> Request:
        request = paths.request(call)
        approvals.withdraw(
            acting=call.acting, request_id=request.pk, revision=call.body.revision, reason=call.body.reason
        )
        return reading.request(request.pk)


class ResubmitRequest(Write):
    """Ask again, with the given fields of the terms changed. Signatures given before no longer count."""

    asks = "ask again"
    Output = RequestDetailOut
    example = {"revision": 1, "reason": "Cheaper, as you asked.", "budget_tokens": 300_000}

    class Input(Changes):
        revision: Revision
        reason: Reason

    def run(self, call: Call) -> Request:
        request, body = paths.request(call), call.body
        if request.kind not in OF_GOALS:
            raise Invalid("This request has no terms; withdraw it and ask again.", field="terms")
        approvals.resubmit(
            acting=call.acting, request_id=request.pk, revision=body.revision, reason=body.reason,
            terms=body.over(read_terms(request.terms_text)),
        )  # fmt: skip
        return reading.request(request.pk)


def _require_shown(request: Request, revision: int, digest: str) -> None:
    """What somebody decides on is what stands now; a request that moved says so by its revision."""
    if request.revision == revision and digest != page_digest(request):
        raise Conflict(
            "What you read is not what stands now. Read the request again and decide on that.",
            code="stale-page", field="page_digest",
        )  # fmt: skip


def person_behind(person_id: int | None) -> Person | None:
    """The person an act is done for, or None. Raises NotFound."""
    if person_id is None:
        return None
    found = Person.objects.filter(pk=person_id).first()
    if found is None:
        raise NotFound("There is no such person.", field="on_behalf_of")
    return found
