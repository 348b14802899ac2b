"""The freeze page: what is frozen, one click to the page that freezes with a reason, and the lift. A door."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from governance import clock, freezes
from governance.enums import Role
from governance.errors import CountersignError, NotFound
from governance.models import CostCentre, Freeze
from governance.people import roles
from governance.web.acting import acting_of
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import names
from governance.web.moments import full
from governance.web.refused_pages import status_of
from governance.web.viewer import Viewer, viewer_of

SERVICE = "service"
CRUMBS = [{"text": "Freezes", "href": "/freezes/"}]


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """What is frozen now, what could be, and the last fifty freezes."""
    viewer = viewer_of(request)
    rows = Freeze.objects.select_related("cost_centre", "frozen_by", "lifted_by")
    now = list(rows.filter(lifted_at=None).order_by("frozen_at")) if viewer.sight.anything else []
    past = list(rows.exclude(lifted_at=None).order_by("-pk")[:50]) if viewer.sight.anything else []
    centres = list(CostCentre.objects.order_by("code")[:200]) if viewer.sight.anything else []
    may = viewer.has(*freezes.MAY)
    context = {
        "title": "Freezes",
        "lead": "A freeze stops every admission at once. Only a named person lifts it.",
        "now": [_now(one, may) for one in now],
        "may": may,
        "why": "" if may else _why(viewer),
        "targets": _targets(now, centres) if may else [],
        "past": _past(past),
    }
    return render(request, "freeze/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, target: str) -> HttpResponse:
    """The page before a freeze; posting it with a reason freezes."""
    centre = _centre(request, target)
    if request.method != "POST":
        return _confirm(request, _placing(centre, target))
    try:
        freezes.freeze(acting=acting_of(request), reason=request.POST.get("reason", ""), cost_centre=centre)
    except CountersignError as refused:
        return _refused(request, _placing(centre, target), refused)
    messages.success(request, f"You froze {_name(centre)}. No round may start until a named person lifts it.")
    return redirect("freezes")


@require_http_methods(["GET", "HEAD", "POST"])
def lift(request: HttpRequest, number: int) -> HttpResponse:
    """The page before a lift; posting it with a reason lifts."""
    found = Freeze.objects.select_related("cost_centre", "frozen_by", "lifted_by").filter(pk=number).first()
    if found is None or not viewer_of(request).sight.anything:
        raise NotFound("There is no such freeze.")
    if request.method != "POST":
        return _confirm(request, _lifting(found))
    try:
        freezes.lift(acting=acting_of(request), freeze_id=number, reason=request.POST.get("reason", ""))
    except CountersignError as refused:
        return _refused(request, _lifting(found), refused)
    messages.success(
        request, f"You lifted the freeze of {_name(found.cost_centre)}. Nothing was armed by it."
    )
    return redirect("freezes")


def _centre(request: HttpRequest, target: str) -> CostCentre | None:
    if not viewer_of(request).sight.anything:
        raise NotFound("There is no such thing.")
    if target == SERVICE:
        return None
    found = CostCentre.objects.filter(code=target).first()
    if found is None:
        raise NotFound(f"There is no cost centre {target}.")
    return found


def _name(centre: CostCentre | None) -> str:
    return str(centre) if centre else "the whole service"


def _confirm(request: HttpRequest, confirm: dict[str, Any], *, status: int = 200) -> HttpResponse:
    viewer = viewer_of(request)
    may = viewer.has(*freezes.MAY)
    role = viewer.person.title or viewer.role_words
    confirm["recorded"] = f"Recorded as {viewer.person}, {role}."
    context = {"confirm": confirm, "may": may, "why": _why(viewer)}
    return render(request, "freeze/confirm.html", context, status=status)


def _refused(request: HttpRequest, confirm: dict[str, Any], refused: CountersignError) -> HttpResponse:
    confirm["reason"] = request.POST.get("reason", "")
    if refused.field == "reason":
        confirm["reason_error"] = refused.message
    else:
        messages.error(request, refused.message)
    return _confirm(request, confirm, status=status_of(refused))


def _placing(centre: CostCentre | None, target: str) -> dict[str, Any]:
    return {
        "title": f"Freeze {_name(centre)}",
        "crumbs": [*CRUMBS, {"text": "Freeze"}],
        "lead": "Every admission stops at once, and every running round ends before its next step.",
        "will": [
            "No round and no person’s turn may start.",
            "Running rounds end before their next step; their numbers are used up.",
        ],
        "will_not": [
            "No money moves: what was spent stays spent, what was held is given back.",
            "Goals stay armed, and nobody’s signature falls.",
        ],
        "action": f"/freezes/place/{target}/",
        "hidden": {},
        "verb": "Freeze now",
        "reason_label": "Why, kept in the record and shown on every page",
        "back_href": "/freezes/",
    }


def _lifting(found: Freeze) -> dict[str, Any]:
    return {
        "title": f"Lift the freeze of {_name(found.cost_centre)}",
        "crumbs": [*CRUMBS, {"text": "Lift"}],
        "lead": f"{found.frozen_by} froze it on {full(found.frozen_at)}: “{found.reason}”",
        "will": ["Goals that are armed may start rounds again, by themselves."],
        "will_not": ["Nothing is armed by it, and no money moves."],
        "action": f"/freezes/{found.pk}/lift/",
        "hidden": {},
        "verb": "Lift the freeze",
        "reason_label": "Why, kept in the record",
        "back_href": "/freezes/",
        "back": "Leave it frozen",
    }


def _why(viewer: Viewer) -> str:
    found = roles.grants(clock.now()).filter(role=Role.OPERATOR).select_related("person").order_by("pk")[:3]
    who = names(str(grant.person) for grant in found) if found else "an operator, approver or controller"
    return (
        f"You read this {viewer.as_what}. An operator, approver or controller freezes and lifts: {who} can."
    )


def _now(one: Freeze, may: bool) -> dict[str, Any]:
    return {
        "where": _name(one.cost_centre),
        "by": str(one.frozen_by),
        "since": full(one.frozen_at),
        "reason": one.reason,
        "href": f"/freezes/{one.pk}/lift/" if may else "",
    }


def _targets(now: list[Freeze], centres: list[CostCentre]) -> list[dict[str, str]]:
    frozen = {one.cost_centre_id for one in now}
    found = (
        []
        if None in frozen
        else [{"text": "Freeze the whole service", "href": "/freezes/place/service/", "kind": "outlined"}]
    )
    return found + [
        {"text": f"Freeze {centre}", "href": f"/freezes/place/{centre.code}/", "kind": "quiet"}
        for centre in centres
        if centre.pk not in frozen
    ]


def _past(past: list[Freeze]) -> Table:
    columns = [
        Column("What"),
        Column("Frozen by", on="wide"),
        Column("From, UTC"),
        Column("Lifted by", on="wide"),
        Column("To, UTC", on="wide"),
    ]
    rows = [
        Row(
            [
                Cell(_name(one.cost_centre), second=one.reason[:200]),
                str(one.frozen_by),
                full(one.frozen_at),
                Cell(str(one.lifted_by), second=one.lift_reason[:200]),
                full(one.lifted_at) if one.lifted_at else "",
            ]
        )
        for one in past
    ]
    return Table("Earlier freezes", columns, rows, empty="Nothing was frozen before.")
