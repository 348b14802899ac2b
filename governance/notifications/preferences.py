"""Where a person wants to be told what. Reads; the mail address a person came with is their first channel."""

from __future__ import annotations

from governance import clock
from governance.enums import ChannelKind, NoticeKind
from governance.models import Channel, Person

CHOICES = (NoticeKind.QUESTION, NoticeKind.UNCERTAIN, NoticeKind.SIGNATURE, NoticeKind.THRESHOLD)
EVERYTHING = ",".join(CHOICES)


def wanted(person: Person, kind: NoticeKind) -> list[Channel]:
    """The channels at which this person wants this kind of notice."""
    return [channel for channel in of(person) if kind in channel.kinds.split(",")]


def of(person: Person) -> list[Channel]:
    """This person's channels, oldest first. Composable where a first channel may have to be made."""
    known = list(Channel.objects.filter(person=person).order_by("pk"))
    if person.email and not any(one.kind == ChannelKind.MAIL for one in known):
        known.append(_first(person))
    return [one for one in known if one.removed_at is None]


def _first(person: Person) -> Channel:
    made, _new = Channel.objects.get_or_create(
        person=person, kind=ChannelKind.MAIL, address=person.email, removed_at=None,
        defaults={"kinds": EVERYTHING, "created_at": clock.now()},
    )  # fmt: skip
    return made
