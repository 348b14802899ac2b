"""The doors of a question: the list, the page, one answer, asking again. Reading never answers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from goals.web.escalations import causes, page
from governance import clock, escalations
from governance.enums import EscalationStatus
from governance.errors import CountersignError, Invalid
from governance.escalations import causes as known_causes
from governance.models import Escalation, Person
from governance.web import moments
from governance.web.acting import acting_of
from governance.web.cells import Cell, Column, Row, Table
from governance.web.given import amount_or_none, whole, whole_or_none
from governance.web.inbox.lately import short
from governance.web.numbers_in import whole_number
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

PAGE = 50
_KEPT = ("answer", "reason", "budget_tokens", "budget_money", "max_rounds", "tokens", "money")
_STATES = {
    EscalationStatus.OPEN: ("waits", "Open"), EscalationStatus.ANSWERED: ("settled", "Answered"),
    EscalationStatus.EXPIRED: ("expired", "Expired, nobody answered"), EscalationStatus.MOOT: ("open", "Overtaken"),
}  # fmt: skip


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Every question the viewer may see, the newest first; open ones unless asked otherwise."""
    viewer, status = viewer_of(request), request.GET.get("status", "open")
    rows = viewer.sight.escalations().select_related("account", "assigned_to", "answered_by").order_by("-pk")
    if status in EscalationStatus.values:
        rows = rows.filter(status=status)
    if (before := whole_number(request.GET.get("before"))) is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: PAGE + 1])
    kept = status if status in EscalationStatus.values else "all"
    more = {"older_href": f"?status={kept}&before={found[PAGE - 1].pk}"} if len(found) > PAGE else None
    options = [("all", "Any"), *((str(one), _STATES[one][1]) for one in EscalationStatus)]
    field = {"name": "status", "label": "Where it stands", "kind": "select", "options": options, "value": status,
             "set": status != "all"}  # fmt: skip
    context = {
        "current": "inbox", "title": "Questions", "lead": "What only people can answer. Silence never approves.",
        "filters": {"action": "/escalations/", "fields": [field]}, "table": _table(found[:PAGE]),
        "pager": more,
    }  # fmt: skip
    return render(request, "escalations/list.html", context)


@require_safe
def show(request: HttpRequest, number: int) -> HttpResponse:
    """One question with its evidence and its answers."""
    viewer = viewer_of(request)
    return render(
        request, "escalations/question.html", page.context(viewer, page.question_for(viewer, number))
    )


@require_POST
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """One answer, once; what was refused is said on the page as it stands now."""
    found = page.question_for(viewer_of(request), number)
    try:
        chosen = request.POST.get("answer", "")
        if not chosen:
            raise Invalid("Choose one of the answers.", field="answer")
        done = escalations.answer(
            acting=acting_of(request), escalation_id=found.pk, answer=chosen, reason=request.POST.get("reason", ""),
            data=_data(request, chosen), on_behalf_of=_behind(request),
        )  # fmt: skip
    except CountersignError as refused:
        return _refused(request, number, refused)
    messages.success(request, _said(done))
    return redirect("escalation", number)


@require_POST
def ask_again(request: HttpRequest, number: int) -> HttpResponse:
    """Put an expired question once more."""
    found = page.question_for(viewer_of(request), number)
    try:
        again = escalations.ask_again(
            acting=acting_of(request), escalation_id=found.pk, reason=request.POST.get("reason", "")
        )
    except CountersignError as refused:
        return _refused(request, number, refused)
    messages.success(request, f"You asked again, as {again.ref}. No money moved.")
    return redirect("escalation", again.pk)


def _data(request: HttpRequest, chosen: str) -> dict[str, Any]:
    given = request.POST
    if chosen == "settle":
        paid = amount_or_none(given.get("money"), field="money", label="USD to post")
        return {
            "tokens": whole(given.get("tokens"), field="tokens", least=0, label="Tokens to post"),
            "money": paid,
        }
    if chosen == "raise":
        return {
            "base_digest": given.get("base_digest", ""),
            "budget_tokens": whole_or_none(given.get("budget_tokens"), field="budget_tokens", label="The token budget"),
            "budget_money": amount_or_none(given.get("budget_money"), field="budget_money", label="The money cap"),
            "max_rounds": whole_or_none(given.get("max_rounds"), field="max_rounds", label="The number of rounds"),
        }  # fmt: skip
    if chosen == "change":
        return {"request": whole(given.get("request"), field="request"),
                "revision": whole(given.get("revision"), field="revision"),
                "page_digest": given.get("page_digest", "")}  # fmt: skip
    return {}


def _behind(request: HttpRequest) -> Person | None:
    given = request.POST.get("on_behalf_of")
    return Person.objects.filter(pk=whole(given, field="on_behalf_of")).first() if given else None


def _said(done: Escalation) -> str:
    chosen = known_causes.of(done.cause).answers[done.answer]
    waits = Escalation.objects.filter(
        account=done.account_id, status=EscalationStatus.OPEN, stops=True, pk__gt=done.pk
    )
    asked = waits.order_by("-pk").first() if done.answer == "raise" else None
    said = f"You answered {done.ref}: {chosen.meaning}."
    return f"{said} {asked.sentence} The goal stays stopped ({asked.ref})." if asked else said


def _refused(request: HttpRequest, number: int, refused: CountersignError) -> HttpResponse:
    viewer = viewer_of(request)
    question = page.question_for(viewer, number)
    typed = {name: request.POST[name] for name in _KEPT if name in request.POST}
    typed |= {"error": refused.message, "error_field": refused.field or ""}
    if question.status != EscalationStatus.OPEN or (not typed.get("reason") and refused.field != "reason"):
        messages.error(request, refused.message)
    context = page.context(viewer, question, typed)
    if context["form"] is not None and not context["form"]["may"]:
        messages.error(request, refused.message)
    return render(request, "escalations/question.html", context, status=status_of(refused))


def _table(found: list[Escalation]) -> Table:
    now = clock.now()
    columns = [
        Column("Question"), Column("What is asked"), Column("Goal"), Column("Who answers", on="wide"),
        Column("Where it stands", on="wide"), Column("Due, UTC", "right", on="full"),
    ]  # fmt: skip
    return Table("Questions", columns, [_row(one, now) for one in found], empty="No question matches.")


def _row(one: Escalation, now: Any) -> Row:
    glyph, word = _STATES[EscalationStatus(one.status)]
    who = one.answered_by or one.assigned_to or "nobody is left to ask"
    goal, called = one.account.ref, causes.of(one.cause)
    return Row([
        Cell(one.ref, href=f"/escalations/{one.ref}/"),
        Cell(called.word, glyph=called.glyph, second=short(one.sentence, limit=200), under=f"{word}: {who}"),
        Cell(goal, href=f"/goals/{goal}/"), str(who), Cell(word, glyph=glyph),
        moments.near(one.due_at, now=now) if one.status == EscalationStatus.OPEN else "",
    ])  # fmt: skip
