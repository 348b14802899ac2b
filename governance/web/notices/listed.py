"""Reads what a person's page about notices shows, and how kinds and states of notices are called."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import OuterRef, Subquery

from governance import clock
from governance.enums import NoticeKind, NoticeState
from governance.models import Channel, Delivery, Notice, Person
from governance.web.format import counted
from governance.web.moments import full, near, remaining

MOST = 50


class Called(NamedTuple):
    glyph: str
    choice: str


WORDS: dict[str, Called] = {
    NoticeKind.QUESTION: Called("waits", "Questions and stops"),
    NoticeKind.UNCERTAIN: Called("uncertain", "Uncertain rounds"),
    NoticeKind.SIGNATURE: Called("waits", "Signatures asked of you"),
    NoticeKind.THRESHOLD: Called("over", "Half, 80% and all of a budget spent"),
    NoticeKind.TEST: Called("open", "Tests"),
}


def channels_of(person: Person) -> list[Channel]:
    """Standing channels with their last delivery's `last_state`, `last_said` and `last_at`. One query."""
    last = Delivery.objects.filter(channel=OuterRef("pk")).order_by("-pk")
    found = Channel.objects.filter(person=person, removed_at=None).annotate(
        last_state=Subquery(last.values("state")[:1]), last_said=Subquery(last.values("last_error")[:1]),
        last_at=Subquery(last.values("ended_at")[:1]), last_tried=Subquery(last.values("attempts")[:1]),
    )  # fmt: skip
    return list(found.order_by("pk"))


def last_of(channel: Any) -> dict[str, str]:
    """What became of the last thing sent to a channel, as a glyph and a sentence."""
    if channel.last_state is None:
        return {"glyph": "open", "text": "Nothing was sent here yet."}
    if channel.last_state == NoticeState.DELIVERED:
        return {
            "glyph": "done",
            "text": f"The last one was delivered {near(channel.last_at, now=clock.now())}.",
        }
    if channel.last_state == NoticeState.FAILED:
        return {"glyph": "notice", "text": f"The last one was not delivered: {channel.last_said}"}
    trouble = (
        f" after {counted(channel.last_tried, 'attempt')}: {channel.last_said}" if channel.last_said else "."
    )
    return {"glyph": "open", "text": f"The last one is still on its way{trouble}"}


def notices_of(person: Person) -> list[dict[str, Any]]:
    """The last fifty notices, the latest first. One query."""
    now = clock.now()
    found = Notice.objects.filter(person=person).order_by("-pk")[:MOST]
    return [
        {
            "id": one.pk, "subject": one.subject, "sentence": one.sentence, "link": one.link,
            "glyph": WORDS[one.kind].glyph, "when": near(one.created_at, now=now), "at": full(one.created_at),
            "failed": one.state == NoticeState.FAILED, "seen": one.seen_at is not None, "trouble": _trouble(one),
        }
        for one in found
    ]  # fmt: skip


def _trouble(one: Notice) -> str:
    if one.state == NoticeState.FAILED:
        return f"Not delivered after {counted(one.attempts, 'attempt')}: {one.last_error}"
    if one.state == NoticeState.WAITING and one.last_error and one.next_due:
        again = remaining(one.next_due, now=clock.now())
        return f"Tried {counted(one.attempts, 'time')}, again {again}: {one.last_error}"
    return ""


def mails_go_to_files() -> bool:
    """Whether no mail server is configured."""
    return not settings.COUNTERSIGN.mail_url.get_secret_value()
