"""Every goal the viewer may see: where it stands, what it spent of what, whose it is. By keyset, newest first."""

from __future__ import annotations

from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals import activation
from goals.enums import Phase
from goals.models import Armed, Claim, Execution, Goal
from goals.web import figures, goal_list_file
from governance import clock, freezes
from governance.models import Account, CostCentre, Event, Person
from governance.web import moments
from governance.web.books.page import MOST_LINES, export_buttons, file, wanted_file
from governance.web.format import counted, kept
from governance.web.numbers_in import whole_number
from governance.web.viewer import Viewer, viewer_of

PAGE = 25
PHASES = {
    "": "any phase", "active": "active", "paused": "paused", "blocked": "stopped", "claimed": "completion claimed",
    "accepted": "complete and accepted", "closed": "closed",
}  # fmt: skip

NAMED = {"phase": "Phase", "cost_centre": "Cost centre", "owner": "Owner"}


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """A page of goals under the filters of the address."""
    viewer = viewer_of(request)
    rows = _filtered(request, _rows(viewer))
    epoch, now = activation.live_epoch(), clock.now()
    if wanted := wanted_file(request):
        return _file(request, rows, wanted, epoch=epoch)
    before = whole_number(request.GET.get("before"))
    if before is not None:
        rows = rows.filter(account_id__lt=before)
    found = list(rows.order_by("-account_id")[: PAGE + 1])
    shown = found[:PAGE]
    filters = _filters(request, viewer)
    context = {
        "current": "goals", "title": "Goals", "lead": _lead(viewer), "filters": filters,
        "actions": [*_brake(viewer), *(export_buttons(request) if shown else [])],
        "goals": [_line(goal, epoch=epoch, now=now) for goal in shown],
        "pager": _pager(request, found, before), "filtered": bool(filters["clear_href"]),
    }  # fmt: skip
    return render(request, "goals/list.html", context)


def _brake(viewer: Viewer) -> list[dict[str, Any]]:
    """The way to the freezes for whoever may place one; while something is frozen every page leads there."""
    return [{"text": "Freeze", "href": reverse("freezes")}] if viewer.has(*freezes.MAY) else []


def _file(request: HttpRequest, rows: QuerySet[Goal], wanted: str, *, epoch: int | None) -> HttpResponse:
    """Everything that the filters match, whatever page is in hand."""
    found = list(rows.order_by("-account_id")[: MOST_LINES + 1])
    asked = {label: request.GET.get(name, "") for name, label in NAMED.items()}
    page = goal_list_file.page(found, asked, stands=lambda goal: _stands(goal, epoch), at=clock.now())
    return file(page, wanted, drawn_by=str(viewer_of(request).person))


def _rows(viewer: Viewer) -> QuerySet[Goal]:
    rows = Goal.objects.select_related("account__owner", "account__cost_centre")
    if not viewer.sight.everything:
        rows = rows.filter(account__in=viewer.sight.accounts())
    live = Execution.objects.filter(goal=OuterRef("pk"), state__in=Execution.LIVE)
    claims = Claim.objects.filter(goal=OuterRef("pk")).order_by("-pk")
    events = Event.objects.filter(account=OuterRef("account")).order_by("-pk")
    return rows.annotate(
        live_state=Subquery(live.values("state")[:1]), live_number=Subquery(live.values("number")[:1]),
        armed_epoch=Subquery(Armed.objects.filter(goal=OuterRef("pk")).values("epoch")[:1]),
        claim=Subquery(claims.values("status")[:1]), changed_at=Subquery(events.values("at")[:1]),
        owner_name=F("account__owner__display_name"),
    )  # fmt: skip


def _filtered(request: HttpRequest, rows: QuerySet[Goal]) -> QuerySet[Goal]:
    phase, centre, owner = (request.GET.get(name, "") for name in ("phase", "cost_centre", "owner"))
    if phase in PHASES and phase:
        rows = rows.filter(_phase(phase))
    if centre:
        rows = rows.filter(account__cost_centre__code=centre[:20])
    if owner:
        rows = rows.filter(account__owner__username=owner[:150])
    return rows


def _phase(phase: str) -> Q:
    if phase == "closed":
        return Q(cleared=True)
    if phase in ("claimed", "accepted"):
        return Q(cleared=False, phase=Phase.COMPLETE, claim=phase)
    return Q(cleared=False, phase=phase)


def _filters(request: HttpRequest, viewer: Viewer) -> dict[str, Any]:
    centres = [
        ("", "any cost centre"),
        *((one.code, str(one)) for one in CostCentre.objects.order_by("code")[:200]),
    ]
    accounts = viewer.sight.accounts() if not viewer.sight.everything else Account.objects.all()
    owners = Person.objects.filter(pk__in=accounts.values("owner")).order_by("display_name")[:200]
    people = [("", "anybody"), *((one.username, str(one)) for one in owners)]
    fields = [
        _field(request, "phase", "Phase", list(PHASES.items())), _field(request, "cost_centre", "Cost centre", centres),
        _field(request, "owner", "Owner", people),
    ]  # fmt: skip
    in_force = any(one["set"] for one in fields)
    return {"action": reverse("goals"), "fields": fields, "clear_href": reverse("goals") if in_force else "",
            "found": "Only the goals that match are shown." if in_force else ""}  # fmt: skip


def _field(request: HttpRequest, name: str, label: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    value = request.GET.get(name, "")
    known = value if any(value == one for one, _ in options) else ""
    return {
        "name": name,
        "label": label,
        "kind": "select",
        "value": known,
        "options": options,
        "set": bool(value),
    }


def _line(goal: Any, *, epoch: int | None, now: Any) -> dict[str, Any]:
    glyph, word, text = _stands(goal, epoch)
    return {
        "ref": goal.account.ref, "href": reverse("goal", args=[goal.account_id]), "objective": goal.objective,
        "glyph": glyph, "word": word, "text": text, "budget": figures.figures(goal), "account": goal.account,
        "owner": goal.owner_name, "centre": str(goal.account.cost_centre), "uid": f"bar-{goal.account_id}",
        "changed": moments.near(goal.changed_at, now=now) if goal.changed_at else "",
        "changed_full": moments.full(goal.changed_at) if goal.changed_at else "",
    }  # fmt: skip


def _stands(goal: Any, epoch: int | None) -> tuple[str, str, str]:
    """Glyph, word and a few words more: phase and activation, as in the head of the goal's own page."""
    rounds = f"{goal.rounds_started:,} of {counted(goal.max_rounds, 'round')}"
    if goal.live_state == Execution.State.UNCERTAIN:
        return "uncertain", "Uncertain", "a call’s answer was lost"
    if goal.live_state:
        what = kept("round", goal.live_number) if goal.live_number else "a person’s turn"
        return "running", "Running", f"{what} of {goal.max_rounds:,}" if goal.live_number else what
    if goal.cleared:
        return "refused", "Closed", rounds
    if goal.phase == Phase.PAUSED:
        return "paused", "Paused", rounds
    if goal.phase == Phase.BLOCKED:
        return "stopped", "Stopped", goal.blocked_code.replace("-", " ")
    if goal.phase == Phase.COMPLETE:
        accepted = goal.claim == "accepted"
        return (
            ("complete", "Complete and accepted", rounds)
            if accepted
            else ("claimed", "Completion claimed", rounds)
        )
    if epoch is not None and goal.armed_epoch == epoch:
        return "open", "Armed, may start", rounds
    return "disarmed", "Disarmed", rounds


def _lead(viewer: Viewer) -> str:
    if viewer.sight.everything:
        return "Every goal that somebody signed for, newest first."
    if viewer.sight.anything:
        return "The goals you own or asked for, newest first."
    return "You have no role here, so there is nothing for you to see. A controller can ask for one."


def _pager(request: HttpRequest, found: list[Goal], before: int | None) -> dict[str, str]:
    wanted = request.GET.copy()
    wanted.pop("before", None)
    pager = {}
    if before is not None:
        pager["first_href"] = f"?{wanted.urlencode()}"
    if len(found) > PAGE:
        wanted["before"] = str(found[PAGE - 1].account_id)
        pager |= {"older_href": f"?{wanted.urlencode()}", "older": "Older goals"}
    return pager
