"""A provider's export held against the ledger, on a page or as a file. Nothing of it is kept but what is asked for."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from goals.reconciliation.export_file import Mapped
from goals.reconciliation.running import Reconciled, ask_corrections, reconcile
from goals.web.reports import reconciled
from goals.web.reports.asking import require_everything
from goals.web.reports.tabs import tabs
from governance import clock, strict
from governance.enums import Role
from governance.errors import CountersignError, Invalid
from governance.people import requiring
from governance.web.acting import acting_of
from governance.web.books import fields
from governance.web.books.page import FORMATS, Page, Part, file, respond
from governance.web.format import counted
from governance.web.viewer import Viewer, viewer_of

MAPPED = ("date", "model", "id", "input", "output", "cost")


@require_http_methods(["GET", "HEAD", "POST"])
def reconciliation(request: HttpRequest) -> HttpResponse:
    """The form, and after a file was sent what was found in it."""
    viewer = viewer_of(request)
    require_everything(viewer, "Reconciliation")
    done: Reconciled | None = None
    refused: CountersignError | None = None
    if request.method == "POST":
        try:
            done = _reconciled(request)
            _ask(request, viewer, done)
        except Invalid as error:
            refused = error
    page = _page(request, viewer, done, refused)
    wanted = request.POST.get("output", "")
    if done is not None and refused is None and wanted in FORMATS:
        return file(page, wanted, drawn_by=str(viewer.person))
    response = respond(request, page)
    response.status_code = 400 if refused else 200
    return response


def _reconciled(request: HttpRequest) -> Reconciled:
    sent = request.FILES.get("file")
    if sent is None:
        raise Invalid("Choose the file that the provider gave you.", field="file")
    try:
        text = sent.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid("The file is not UTF-8 text; export it as CSV in UTF-8.", field="file") from None
    given = {name: request.POST.get(f"column_{name}", "").strip() for name in MAPPED}
    return reconcile(text, Mapped(names={name: column for name, column in given.items() if column}))


def _ask(request: HttpRequest, viewer: Viewer, done: Reconciled) -> None:
    if not request.POST.get("ask"):
        return
    requiring.one_of(viewer.person, frozenset({Role.CONTROLLER}), clock.now(), to="ask for corrections")
    why = strict.reason(request.POST.get("reason", ""))
    asked = ask_corrections(acting=acting_of(request), done=done, reason=why)
    refs = ", ".join(one.ref for one in asked[:20])
    messages.success(
        request,
        f"{counted(len(asked), 'correction')} asked for: {refs}. A second person signs each."
        if asked
        else "No call differs, so there is nothing to correct.",
    )


def _page(
    request: HttpRequest, viewer: Viewer, done: Reconciled | None, refused: CountersignError | None
) -> Page:
    found = _parts(done, viewer) if done is not None else []
    return Page(
        name="reconciliation",
        current="reports",
        title="Does the bill agree?",
        extra=tabs("reconciliation"),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Reconciliation"}],
        lead="A provider’s usage export against the ledger, by day and model, and by call where it names calls.",
        finding=_finding(done) if done is not None else "",
        exports=False,
        rows=[*found, [_form(request, viewer, refused)]],
        asked=[("From", done.first), ("To", done.last), ("File, SHA-256", done.digest)] if done else (),
    )


def _finding(done: Reconciled) -> str:
    found = done.found
    if found.clean:
        return f"The export and the ledger agree, over {counted(done.lines, 'line')} from {done.first} to {done.last}."
    days = sum(day.differs for day in found.days)
    said = f"{days} of {counted(len(found.days), 'day and model', 'days and models')} differ."
    if not found.by_call:
        return f"{said} The export names no calls, so no single call can be put right."
    return (
        f"{said} Billed otherwise than posted: {counted(len(found.variances), 'call')}. Missing from the export: "
        f"{counted(len(found.missing), 'posted call')}. Naming no call of ours: {counted(len(found.extra), 'line')}."
    )


def _parts(done: Reconciled, viewer: Viewer) -> list[list[Part]]:
    found = done.found
    parts = [reconciled.days(found)]
    if found.by_call:
        parts += [reconciled.variances(found, viewer), reconciled.missing(found), reconciled.unknown(found)]
    return [[part] for part in parts]


_LABELS = {
    "date": "Date",
    "model": "Model",
    "id": "Request id or idempotency key",
    "input": "Input tokens",
    "output": "Output tokens",
    "cost": "Cost",
}


def _form(request: HttpRequest, viewer: Viewer, refused: CountersignError | None) -> Part:
    given = request.POST
    shown = [
        fields.field(f"column_{name}", f"Column: {_LABELS[name]}", given, None, required=False, short=True)
        for name in MAPPED
    ]
    wanted = fields.field(
        "output",
        "Show it",
        given,
        None,
        kind="select",
        required=False,
        short=True,
        options=[("", "on this page"), ("csv", "as CSV"), ("xlsx", "as XLSX")],
    )
    form: dict[str, Any] = {
        "action": reverse("reconciliation"),
        "enctype": "multipart/form-data",
        "verb": "Compare",
        "fields": [
            {
                "name": "file",
                "label": "Usage export, CSV",
                "kind": "file",
                "required": True,
                "error": refused.message if refused is not None else "",
                "help": "Up to 1 MB here; manage.py reconcile takes larger ones.",
            },
            *shown,
            wanted,
        ],
        "before": "The columns are found by their usual names. Name those that are called otherwise.",
    }
    if viewer.has(Role.CONTROLLER):
        form["fields"].append(
            fields.field(
                "ask",
                "Ask for a correction of each call that differs",
                {},
                None,
                kind="checkbox",
                required=False,
            )
        )
        form |= {
            "reason_label": "Why, if corrections are asked for",
            "reason": given.get("reason", ""),
            "reason_optional": True,
        }
    return Part(heading="Compare a file", note="the file itself is not kept", form=form, anchor="compare")
