"""Light, dark, or as the system: a person's choice, kept in a cookie, so that the first paint is already right."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE = "theme"
CHOICES = {"light", "dark"}
YEAR_SECONDS = 365 * 24 * 60 * 60


def theme(request: HttpRequest) -> dict[str, str]:
    """Context of every page: "light", "dark", or "" to follow the system."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in CHOICES else ""}


@login_not_required
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keeps the choice and goes back to the page it was made on; anything unknown follows the system again."""
    wanted = request.POST.get("next", "/")
    back = wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}) else "/"
    response = HttpResponseRedirect(back)
    chosen = request.POST.get("theme", "")
    if chosen in CHOICES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(
            COOKIE, chosen, max_age=YEAR_SECONDS, samesite="Lax", httponly=True, secure=secure
        )
    else:
        response.delete_cookie(COOKIE)
    return response
