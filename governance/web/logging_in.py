"""Logging in and out of the pages. A program never logs in here; what it may do, it does with its token."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from governance.enums import PersonKind
from governance.models import Person
from governance.people import log_ins
from governance.people.log_ins import TooManyLogIns
from governance.web import demo_people
from governance.web.acting import METHOD

REFUSED = (
    "No person has this name and password, or the person has left. Names are those of your administrator."
)


@login_not_required
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """The form, and the log-in by name and password."""
    if request.method != "POST":
        return redirect(_next(request)) if request.user.is_authenticated else _form(request)
    username = request.POST.get("username", "").strip()
    try:
        tried = log_ins.counted(username=username, address=_address(request))
    except TooManyLogIns as refused:
        answer = _form(request, username=username, error=refused.message, status=429)
        answer["Retry-After"] = str(refused.seconds)
        return answer
    person = _person(request, username, request.POST.get("password", ""))
    if person is None:
        log_ins.failed(tried)
        return _form(request, username=username, error=REFUSED, status=401)
    log_ins.forget(tried)
    return _let_in(request, person, method="password")


@login_not_required
@never_cache
@require_POST
def demo_log_in(request: HttpRequest) -> HttpResponse:
    """One click as an invented person, where that is allowed."""
    invented = demo_people.named(request, request.POST.get("person", ""))
    person = _person(request, invented.username, invented.password) if invented else None
    if person is None:
        return _form(request, error="This person cannot be logged in by one click here.", status=403)
    return _let_in(request, person, method="demo")


@login_not_required
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """End the session, and say so on the form."""
    logout(request)
    messages.success(request, "You are logged out.")
    return redirect("login")


def _address(request: HttpRequest) -> str:
    """Where the call came from as the server saw it. What a header claims is nobody's address."""
    return str(request.META.get("REMOTE_ADDR", ""))[:45]


def _person(request: HttpRequest, username: str, password: str) -> Person | None:
    if "\x00" in username:
        return None
    found = authenticate(request, username=username, password=password)
    return found if isinstance(found, Person) and found.kind == PersonKind.PERSON else None


def _let_in(request: HttpRequest, person: Person, *, method: str) -> HttpResponse:
    login(request, person)
    request.session[METHOD] = method
    return redirect(_next(request))


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else "/"


def _form(request: HttpRequest, *, username: str = "", error: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "title": "Log in", "error": error, "next": _next(request),
        "fields": [
            {"name": "username", "label": "Name", "value": username, "autocomplete": "username", "required": True},
            {"name": "password", "label": "Password", "kind": "password", "autocomplete": "current-password",
             "required": True},
        ],
    }  # fmt: skip
    return render(request, "shell/login.html", context, status=status)
