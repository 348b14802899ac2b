"""A person's own channels: add, choose what is told there, remove, try out. Nobody chooses for somebody else.

Outermost, one event each on the person's own stream. What is secret in an address never enters the record.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection

from governance import audit, clock
from governance.actors import Acting
from governance.enums import ChannelKind, NoticeKind, NoticeState
from governance.errors import Conflict, Invalid, NotFound
from governance.models import Channel, Delivery, Notice, Person
from governance.notifications import delivering, senders
from governance.notifications.notifying import notify
from governance.notifications.preferences import CHOICES, of
from governance.people import requiring
from governance.transactions import outermost

MOST = 10
PAGE = "/me/notifications/"


def add(*, acting: Acting, kind: str, address: str, kinds: Collection[str] = CHOICES) -> Channel:
    """One more channel of the person who acts. Raises Invalid `address`, `kind` or `kinds`; Conflict."""
    person, chosen = requiring.named_person(acting, to="be told by other ways"), _chosen(kinds)
    if kind not in ChannelKind:
        raise Invalid(f"Choose one of {', '.join(ChannelKind)}.", field="kind")
    sender = senders.of(kind)
    checked = sender.checked(address)
    with outermost():
        stream, standing = _locked(person), of(person)
        if any((one.kind, one.address) == (kind, checked) for one in standing):
            raise Conflict("You have this channel already.", code="channel-exists")
        if len(standing) >= MOST:
            raise Conflict(f"At most {MOST} channels; remove one first.", code="too-many-channels")
        channel = Channel.objects.create(
            person=person, kind=kind, address=checked, kinds=chosen, created_at=clock.now(),
            secret=secrets.token_urlsafe(32) if sender.signs else "",
        )  # fmt: skip
        _record(acting, stream, channel, "added", f"wants to be told by {_named(channel)}")
        return channel


def choose(*, acting: Acting, channel_id: int, kinds: Collection[str]) -> Channel:
    """What is told at one of one's channels; nothing, if `kinds` is empty."""
    chosen = _chosen(kinds)
    with outermost():
        stream, channel = _own(acting, channel_id)
        channel.kinds = chosen
        channel.save(update_fields=["kinds"])
        what = chosen.replace(",", ", ") or "nothing"
        _record(acting, stream, channel, "chosen", f"wants to be told {what} by {_named(channel)}")
        return channel


def remove(*, acting: Acting, channel_id: int) -> Channel:
    """End a channel. What was still to be sent there is not sent; it stands in the product."""
    with outermost():
        stream, channel = _own(acting, channel_id)
        channel.removed_at = clock.now()
        channel.save(update_fields=["removed_at"])
        waiting = Delivery.objects.filter(channel=channel, state=NoticeState.WAITING)
        notices = list(waiting.values_list("notice", flat=True))
        waiting.delete()
        for notice_id in notices:
            delivering.sum_up(notice_id)
        _record(acting, stream, channel, "removed", f"no longer wants to be told by {_named(channel)}")
        return channel


def test(*, acting: Acting, channel_id: int) -> Notice:
    """Send a notice of nothing to one channel. Raises Conflict while the last one is still on its way."""
    with outermost():
        stream, channel = _own(acting, channel_id)
        tests = Delivery.objects.filter(channel=channel, state=NoticeState.WAITING)
        if tests.filter(notice__kind=NoticeKind.TEST).exists():
            raise Conflict("The last test of this channel is still on its way.", code="test-under-way")
        notice = notify(
            to=channel.person, kind=NoticeKind.TEST, subject="A test of this channel", link=PAGE, only=[channel],
            sentence=f"{channel.person} asked for a test of this channel. Nothing has happened.",
            dedup=f"test:{channel.pk}:{uuid.uuid4().hex}",
        )  # fmt: skip
        assert notice is not None
        _record(acting, stream, channel, "tested", f"tried out {_named(channel)}")
        return notice


def seen(*, acting: Acting, notice_id: int) -> None:
    """The person has looked at a notice that could not be delivered; it leaves their inbox."""
    person = requiring.named_person(acting, to="look at their notices")
    if not Notice.objects.filter(pk=notice_id, person=person).update(seen_at=clock.now()):
        raise NotFound("There is no such notice of yours.", field="notice")


def _own(acting: Acting, channel_id: int) -> tuple[Person, Channel]:
    person = requiring.named_person(acting, to="change their channels")
    stream = _locked(person)
    channel = (
        Channel.objects.select_related("person").filter(pk=channel_id, person=person, removed_at=None).first()
    )
    if channel is None:
        raise NotFound("There is no such channel of yours.", field="channel")
    return stream, channel


def _locked(person: Person) -> Person:
    return Person.objects.select_for_update(no_key=True).get(pk=person.pk)


def _chosen(kinds: Collection[str]) -> str:
    unknown = sorted(set(kinds) - set(CHOICES))
    if unknown:
        raise Invalid(f"Choose among {', '.join(CHOICES)}.", field="kinds")
    return ",".join(kind for kind in CHOICES if kind in kinds)


def _named(channel: Channel) -> str:
    return f"{channel.kind} at {senders.of(channel.kind).shown(channel.address)}"


def _record(acting: Acting, stream: Person, channel: Channel, said: str, sentence: str) -> None:
    audit.record(
        acting=acting, on=stream, action=f"channel.{said}",
        sentence=f"{acting.name} {sentence}. No money moved.",
        facts={"channel": channel.pk, "kind": str(channel.kind), "kinds": channel.kinds},
    )  # fmt: skip
