"""Everything the decision page shows, read in a constant number of queries. Changes nothing; decides nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from goals.approvals import context as known_context
from goals.models import Goal
from goals.terms import Terms, read_terms
from goals.web import cards, terms_words
from goals.web.decide import bought, controlled, difference, envelope, heading, signing, splitting, worth
from goals.web.requests import meaning, titles
from governance import clock
from governance.authorisations import policy
from governance.enums import RequestKind, RequestStatus
from governance.errors import NotFound
from governance.models import Request
from governance.models import Terms as TermsVersion
from governance.web import moments
from governance.web.format import money, names
from governance.web.inbox.lately import short as short
from governance.web.viewer import Viewer

_ROW = (
    "requester", "assigned_to", "cost_centre", "account__owner", "account__terms", "account__cost_centre",
    "account__envelope", "account__authorisation__request__requester", "account__goal",
)  # fmt: skip


def request_for(viewer: Viewer, request_id: int) -> Request:
    """The request with what stands beside it. Raises NotFound for what the viewer may not see."""
    rows = Request.objects.select_related(*_ROW).filter(pk=request_id)
    if not viewer.sight.everything:
        rows = rows.filter(pk__in=viewer.sight.requests().values("pk"))
    found = rows.first()
    if found is None:
        raise NotFound("There is no such request, or it is not yours to see.")
    return found


def context(viewer: Viewer, request: Request, *, reason: str = "", reason_error: str = "") -> dict[str, Any]:
    """Context of the page; `reason` is what a refused decision said, so that nothing has to be typed again."""
    now = clock.now()
    known = signing.standing(request, viewer, now)
    found = {
        "current": "requests", "asked": request, "crumbs": _crumbs(request), "title": titles.page_title(request),
        "state": heading.state(request, known, now), "card": signing.card(request, known, now),
        "sign_place": signing.place(request, known, reason=reason, reason_error=reason_error),
        "under_card": _under(request), "foot_left": _foot(request), "mine": _mine(request, viewer),
        "jump": {"text": "Go to your signature", "href": "#signature"} if known.right else None,
    }  # fmt: skip
    if not titles.spends(request):
        return {
            **found,
            "changes": controlled.changes(request, now),
            "against": controlled.before_words(request),
            "worth": controlled.doubts(request),
        }
    return {**found, **_of_a_goal(viewer, request, now, may=known.right is not None)}


def _of_a_goal(viewer: Viewer, request: Request, now: datetime, *, may: bool) -> dict[str, Any]:
    terms = titles.terms_of(request)
    assert request.cost_centre is not None
    drawn = envelope.drawn(request.cost_centre, request.total_money, request.account, now)
    facts = {
        **known_context.of(request),
        "waiting_elsewhere": splitting.waiting_elsewhere(request.requester, request.cost_centre, but=request),
    }
    open_still = request.status in (RequestStatus.PENDING, RequestStatus.SENT_BACK)
    this = "This raise" if titles.raises(request) else "This request"
    found = {
        "worth": worth.notes(request, facts, drawn, may=may),
        "money": envelope.table(drawn, this=this) if open_still else None,
        "money_note": f"{request.cost_centre}, {drawn.name}, {request.currency}",
    }
    if request.kind == RequestKind.TERMS:
        return {**found, **_of_a_change(request, terms)}
    typical = meaning.typical(terms, request.cost_centre)
    return {
        **found, "terms": terms_words.pairs(terms, request.cost_centre, reason=request.reason),
        "objective": terms.objective,
        "means": meaning.money_notes(terms, typical, meaning.priced(terms, now)) + meaning.manner_notes(terms),
    }  # fmt: skip


def _of_a_change(request: Request, terms: Terms) -> dict[str, Any]:
    account = request.account
    assert account is not None
    goal: Goal = account.goal
    goal.account = account
    old, against = _signed(request)
    so_far = bought.so_far(goal)
    budget, plan = bought.would_buy(goal, terms, so_far.pace)
    rows = difference.changes(old, terms)
    signatures = _signatures_row(request)
    return {
        "goal": goal, "changes": [*rows, *signatures], "unchanged": difference.unchanged(old, terms),
        "against": against, "bought": so_far.table, "bought_note": titles.about(request),
        "budget": budget if so_far.pace.rounds or request.total_money is not None else None,
        "pace_note": bought.pace_note(so_far.pace, account.currency),
        "buys": bought.sentence(plan, so_far.pace, account, terms),
    }  # fmt: skip


def _signed(request: Request) -> tuple[Terms, str]:
    """The terms under the last signature; for a decided request, those that it was asked against."""
    account = request.account
    assert account is not None
    signed = account.authorisation
    if request.status == RequestStatus.PENDING and signed is not None:
        by = names(one.person_name for one in cards.signatures_of(signed))
        return read_terms(
            signed.terms_text
        ), f"against the signature of {by}, {moments.day(signed.valid_from)}"
    base = (
        TermsVersion.objects.filter(account=account, digest=request.base_digest).order_by("-version").first()
    )
    text = base.text if base else request.terms_text
    return read_terms(text), f"against version {base.version}" if base else "against nothing"


def _signatures_row(request: Request) -> list[dict[str, str]]:
    account = request.account
    before = account.authorisation.request.signatures_needed if account and account.authorisation else 1
    if before == request.signatures_needed:
        return []
    bands = policy.kept(request)[0].bands
    above = bands[0].up_to_money
    why = (
        f"above {money(above, currency=request.currency)}"
        if above is not None and request.signatures_needed == 2
        else ""
    )
    return [
        {
            "term": "Signatures needed",
            "signed": str(before),
            "asked": str(request.signatures_needed),
            "change": why,
        }
    ]


def _crumbs(request: Request) -> list[dict[str, str]]:
    found = [{"text": "Requests", "href": "/requests/"}]
    if request.account_id is None:
        return [*found, {"text": request.ref}]
    assert request.account is not None
    word = "a change to" if request.kind == RequestKind.TERMS else "asked for"
    ref = request.account.ref
    return [*found, {"text": f"{request.ref}, {word}"}, {"text": ref, "href": f"/goals/{ref}/"}]


def _under(request: Request) -> str:
    if request.status != RequestStatus.PENDING:
        return ""
    if request.kind == RequestKind.GOAL:
        return (
            "Signing creates the goal under these terms. It starts by itself only where a driver is running."
        )
    if request.kind == RequestKind.TERMS:
        return "Signing changes the terms. It does not start a round: the goal stays as it is until someone resumes it."
    return "Signing moves no money and starts no round."


def _foot(request: Request) -> str:
    where = f", for {request.account.ref}" if request.account is not None else ""
    falls = (
        " If the request changes, every signature falls." if request.status == RequestStatus.PENDING else ""
    )
    return f"{request.ref}, revision {request.revision}{where}.{falls}"


def _mine(request: Request, viewer: Viewer) -> bool:
    """Whether the viewer asked it and may still change it or take it back."""
    return request.requester_id == viewer.person.pk and request.status in (
        RequestStatus.PENDING,
        RequestStatus.SENT_BACK,
    )
