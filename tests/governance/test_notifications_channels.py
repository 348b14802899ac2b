"""Channels are a person's own: what is accepted, what is shown, and what is told where."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from governance import notifications
from governance.enums import NoticeKind
from governance.errors import Conflict, Forbidden, Invalid, NotFound
from governance.models import Channel, Delivery, Event, Notice
from governance.notifications import channels, senders
from governance.notifications.preferences import CHOICES, of
from tests.cast import Cast
from tests.governance.notices import mailbox, states, tell


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("mail", "cy"), ("mail", "cy@example.org\r\nBcc: eve@example.org"), ("webhook", "ftp://example.org/"),
        ("webhook", "https://"), ("webhook", "https://user:secret@example.org/"), ("webhook", "https://a b/"),
        ("slack", "https://example.org/"), ("teams", "slack://TokenA/TokenB/TokenC"), ("mattermost", "json://127.0.0.1/"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_told_is_refused_by_name(cast: Cast, kind: str, address: str) -> None:
    with pytest.raises(Invalid) as refused:
        channels.add(acting=cast.acting(cast.cy), kind=kind, address=address)

    assert refused.value.field == "address"
    assert Channel.objects.count() == 0


def test_a_kind_that_is_not_known_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid) as refused:
        channels.add(acting=cast.acting(cast.cy), kind="pigeon", address="roof")

    assert refused.value.field == "kind"


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("http://127.0.0.1/hook", False), ("https://127.0.0.1/hook", False), ("https://[::1]/hook", False),
        ("https://169.254.169.254/latest", False), ("https://10.0.0.7/", False), ("https://0x7f000001/", False),
    ],
)  # fmt: skip
def test_in_production_nothing_is_sent_into_the_own_network(
    cast: Cast, settings: Any, address: str, allowed: bool
) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"mode": "production"})
    with pytest.raises(Invalid):
        channels.add(acting=cast.acting(cast.cy), kind="webhook", address=address)

    assert Channel.objects.exists() is allowed


def test_an_administrator_may_name_machines_of_the_own_network(cast: Cast, settings: Any) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(
        update={"mode": "production", "notice_hosts": ("10.0.0.7",)}
    )

    assert channels.add(acting=cast.acting(cast.cy), kind="webhook", address="https://10.0.0.7/hook").pk


def test_the_record_never_holds_what_is_secret_in_an_address(cast: Cast) -> None:
    channel = channels.add(
        acting=cast.acting(cast.cy),
        kind="slack",
        address="slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
    )
    hook = channels.add(acting=cast.acting(cast.cy), kind="webhook", address="http://127.0.0.1:9/very-secret")

    said = "".join(f"{event.sentence} {event.body}" for event in Event.objects.filter(action="channel.added"))
    assert [part in said for part in ("TIiajkdnlazkcOXrIdevi7FQ", "very-secret", hook.secret)] == [False] * 3
    assert senders.of("slack").shown(channel.address) == "slack://T...2/A...D/T...Q//"


def test_adding_twice_is_a_conflict_and_removing_makes_room(cast: Cast) -> None:
    first = mailbox(cast, cast.cy)
    with pytest.raises(Conflict):
        mailbox(cast, cast.cy)
    channels.remove(acting=cast.acting(cast.cy), channel_id=first.pk)

    assert mailbox(cast, cast.cy).pk != first.pk


def test_nobody_chooses_for_somebody_else(cast: Cast) -> None:
    channel = mailbox(cast, cast.cy)
    for act in (channels.remove, channels.test):
        with pytest.raises(NotFound):
            act(acting=cast.acting(cast.ada), channel_id=channel.pk)
    with pytest.raises(Forbidden):
        channels.add(acting=cast.acting(cast.bot), kind="mail", address="bot@example.org")


def test_only_what_was_chosen_is_told_there(cast: Cast) -> None:
    channel = mailbox(cast, cast.cy)
    channels.choose(acting=cast.acting(cast.cy), channel_id=channel.pk, kinds=["signature"])
    tell(cast.cy)

    assert (states(), Delivery.objects.count()) == (["delivered"], 0)


def test_the_mail_address_somebody_came_with_is_their_first_channel_until_they_remove_it(cast: Cast) -> None:
    cast.cy.email = "cy@example.org"
    cast.cy.save()
    tell(cast.cy)
    [first] = of(cast.cy)
    channels.remove(acting=cast.acting(cast.cy), channel_id=first.pk)

    assert (first.address, first.kinds.split(",")) == ("cy@example.org", list(CHOICES))
    assert of(cast.cy) == []


def test_removing_a_channel_ends_what_was_still_to_be_sent_there(cast: Cast) -> None:
    channel = mailbox(cast, cast.cy)
    tell(cast.cy)
    channels.remove(acting=cast.acting(cast.cy), channel_id=channel.pk)

    assert (states(), Delivery.objects.count()) == (["delivered"], 0)


def test_a_test_goes_to_one_channel_and_not_twice_at_once(cast: Cast) -> None:
    channel = mailbox(cast, cast.cy)
    mailbox(cast, cast.cy, "second@example.org")
    notice = channels.test(acting=cast.acting(cast.cy), channel_id=channel.pk)
    with pytest.raises(Conflict):
        channels.test(acting=cast.acting(cast.cy), channel_id=channel.pk)

    assert [each.channel_id for each in notice.deliveries.all()] == [channel.pk]


def test_somebody_who_has_left_is_told_nothing(cast: Cast) -> None:
    cast.cy.is_active = False
    cast.cy.save()
    with transaction.atomic():
        told = notifications.notify(
            to=cast.cy, kind=NoticeKind.QUESTION, subject="No", sentence="No.", link="/inbox/", dedup="left"
        )

    assert (told, Notice.objects.count()) == (None, 0)
