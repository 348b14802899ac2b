"""Telling people that a request waits for them: to sign, or to change because it came back. Composable."""

from __future__ import annotations

from collections.abc import Iterable

from governance import clock, wording
from governance.enums import NoticeKind
from governance.models import Person, Request
from governance.notifications.notifying import notify
from governance.people import delegations


def wanted(request: Request, people: Iterable[Person | None]) -> None:
    """To each of these people, and whoever stands in for them."""
    asked = [person for person in people if person is not None]
    at = clock.now()
    behind = {each for person in asked for each in delegations.receivers(person.pk, at)}
    barred = delegations.receivers(request.requester_id, at) | {request.requester_id}
    for person in (*asked, *Person.objects.filter(pk__in=behind - {one.pk for one in asked}).order_by("pk")):
        if person.pk not in barred:
            _tell(
                request, person, "asks for your signature",
                f"{request.requester} asked for your signature under {request.ref}, {wording.quoted(request.title)}, "
                f"because {wording.because(request.reason)}",
            )  # fmt: skip


def sent_back(request: Request, *, by: str, reason: str) -> None:
    """To whoever asked."""
    _tell(
        request, request.requester, "came back to you",
        f"{by} sent back {request.ref}, {wording.quoted(request.title)}, because {wording.because(reason)}",
    )  # fmt: skip


def _tell(request: Request, person: Person, what: str, sentence: str) -> None:
    notify(
        to=person, kind=NoticeKind.SIGNATURE, account=request.account, link=f"/requests/{request.ref}/",
        subject=f"{request.ref} {what}: {wording.quoted(request.title)}", sentence=sentence,
        dedup=f"request:{request.pk}:{request.revision}:{what}:{person.pk}",
    )  # fmt: skip
