"""The page of a person's channels and notices. A door: looking changes nothing, each form posts one verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from governance.enums import ChannelKind
from governance.errors import CountersignError
from governance.models import Channel
from governance.notifications import channels, senders
from governance.notifications.preferences import CHOICES
from governance.web.acting import acting_of
from governance.web.notices import listed
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

KIND_WORDS = {
    ChannelKind.MAIL: "Mail", ChannelKind.WEBHOOK: "Signed webhook", ChannelKind.SLACK: "Slack",
    ChannelKind.TEAMS: "Teams", ChannelKind.MATTERMOST: "Mattermost",
}  # fmt: skip


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Channels, the form for another one, and the last fifty notices."""
    return _page(request)


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """One more channel. A webhook's secret is shown on the page that answers, and never again."""
    kind, address = request.POST.get("kind", ""), request.POST.get("address", "")
    try:
        made = channels.add(acting=acting_of(request), kind=kind, address=address)
    except CountersignError as refused:
        return _page(request, kind=kind, address=address, refused=refused)
    if made.secret:
        return _page(request, secret=made.secret)
    messages.success(request, "You will be told there too. A test shows whether it arrives.")
    return redirect("notifications")


@require_POST
def choose(request: HttpRequest, channel: int) -> HttpResponse:
    """What is told at one channel."""
    kinds = [kind for kind in CHOICES if kind in request.POST.getlist("kinds")]
    return _done(
        request, "Kept.", lambda: channels.choose(acting=acting_of(request), channel_id=channel, kinds=kinds)
    )


@require_POST
def remove(request: HttpRequest, channel: int) -> HttpResponse:
    """End one channel."""
    return _done(
        request, "Removed. Everything still stands on this page.",
        lambda: channels.remove(acting=acting_of(request), channel_id=channel),
    )  # fmt: skip


@require_POST
def test(request: HttpRequest, channel: int) -> HttpResponse:
    """Send a notice of nothing to one channel."""
    return _done(
        request, "A test is on its way; this page says what became of it.",
        lambda: channels.test(acting=acting_of(request), channel_id=channel),
    )  # fmt: skip


@require_POST
def seen(request: HttpRequest, notice: int) -> HttpResponse:
    """A notice that did not arrive has been looked at."""
    return _done(
        request, "It has left your inbox.", lambda: channels.seen(acting=acting_of(request), notice_id=notice)
    )


def _done(request: HttpRequest, said: str, verb: Callable[[], Any]) -> HttpResponse:
    try:
        verb()
    except CountersignError as refused:
        messages.error(request, refused.message)
        return _page(request, status=status_of(refused))
    messages.success(request, said)
    return redirect("notifications")


def _page(
    request: HttpRequest, *, kind: str = "mail", address: str = "", refused: CountersignError | None = None,
    secret: str = "", status: int = 200,
) -> HttpResponse:  # fmt: skip
    person = viewer_of(request).person
    context = {
        "title": "Notifications",
        "lead": "Everything stands in the product as soon as it happens. A channel tells you elsewhere as well.",
        "channels": [_shown(channel) for channel in listed.channels_of(person)], "secret": secret,
        "fields": _fields(kind, address, refused), "notices": listed.notices_of(person),
        "mails_to_files": listed.mails_go_to_files(),
    }  # fmt: skip
    return render(request, "notices/page.html", context, status=status_of(refused) if refused else status)


def _shown(channel: Channel) -> dict[str, Any]:
    chosen = channel.kinds.split(",")
    return {
        "id": channel.pk, "kind": KIND_WORDS[ChannelKind(channel.kind)],
        "address": senders.of(channel.kind).shown(channel.address), "last": listed.last_of(channel),
        "choices": [
            {"value": kind, "text": listed.WORDS[kind].choice, "on": kind in chosen} for kind in CHOICES
        ],
    }  # fmt: skip


def _fields(kind: str, address: str, refused: CountersignError | None) -> list[dict[str, Any]]:
    wrong = refused.message if refused else ""
    at_kind = bool(refused and refused.field == "kind")
    return [
        {"name": "kind", "label": "By", "kind": "select", "value": kind, "error": wrong if at_kind else "",
         "options": [(str(each), KIND_WORDS[each]) for each in ChannelKind]},
        {"name": "address", "label": "Address", "kind": "text", "value": address, "required": True,
         "error": "" if at_kind else wrong, "autocomplete": "off",
         "help": "A mail address, the https address of a webhook, or the address of a Slack, Teams or Mattermost "
         "channel as apprise writes it."},
    ]  # fmt: skip
