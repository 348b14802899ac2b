"""The page before an act that takes a reason, and the answer to its form. A door: the act is the caller's verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from governance.errors import CountersignError
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

Confirm = dict[str, Any]


def door(
    request: HttpRequest,
    confirm: Confirm,
    act: Callable[[str], object],
    *,
    home: str,
    said: str,
    current: str = "",
) -> HttpResponse:
    """Shows `confirm`. Posted, `act` gets the reason: then `said` at `home`, or the page again with the refusal."""
    status = 200
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        try:
            act(reason)
        except CountersignError as refused:
            status = status_of(refused)
            confirm |= {"reason": reason}
            if refused.field == "reason":
                confirm["reason_error"] = refused.message
            else:
                messages.error(request, refused.message)
        else:
            messages.success(request, said)
            return redirect(home)
    viewer = viewer_of(request)
    confirm["recorded"] = f"Recorded as {viewer.person}, {viewer.role_words.lower()}."
    context = {"current": current, "confirm": confirm, "title": confirm["title"]}
    return render(request, "books/confirm.html", context, status=status)
