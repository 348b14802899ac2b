"""Delivery: accepted once or tried again, never lost, never doubled, given up in sight, and never in the way."""

from __future__ import annotations

import hashlib
import hmac
import socket
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from governance import escalations, notifications
from governance.enums import NoticeKind, OutboxStatus
from governance.models import Delivery, Event, Notice, Outbox
from governance.notifications import channels
from governance.notifications.delivering import wait_after
from governance.notifications.dispatching import TASK
from governance.tasks import deliver_notice
from tests.cast import Cast
from tests.governance.notices import deliver, mailbox, soonest, states, tell, time_passes
from tests.governance.postman import hook, mail_server, told
from tests.governance.questions import Told, put
from tests.racing import race

TEN_MINUTES = 600


@pytest.fixture
def smtp_port(settings: Any) -> int:
    """A port of loopback at which nothing listens yet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 5
    return port


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are hints; these stories hand them over themselves."""
    monkeypatch.setattr(notifications.dispatching.app, "send_task", lambda *_args, **_more: None)


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_broker")]


def test_a_notice_is_a_mail_with_a_link_that_is_only_a_link(cast: Cast, smtp_port: int) -> None:
    mailbox(cast, cast.cy)
    notice = tell(cast.cy)
    with mail_server(smtp_port) as (_port, mails):
        deliver([notice])

    [mail] = mails
    assert (mail["To"], mail["Subject"]) == ("cy@example.org", "G-0001 asks you")
    assert mail["Message-ID"].startswith(f"<notice-{notice.pk}-")
    assert "http://127.0.0.1:8000/escalations/E-0001/" in str(mail.get_payload())
    assert states() == ["delivered"]


def test_mail_down_for_ten_minutes_loses_nothing_and_doubles_nothing(cast: Cast, smtp_port: int) -> None:
    mailbox(cast, cast.cy)
    notices = [tell(cast.cy, subject=f"Question {number}") for number in range(5)]
    down = timedelta()
    while down < timedelta(seconds=TEN_MINUTES):
        deliver(notices)
        wait = soonest()
        assert wait is not None
        down += wait
        time_passes(seconds=wait.total_seconds() + 1)
    with mail_server(smtp_port) as (_port, mails):
        deliver(notices)
        time_passes(hours=2)
        deliver(notices)

    assert sorted(str(mail["Subject"]) for mail in mails) == [f"Question {number}" for number in range(5)]
    assert states() == ["delivered"] * 5


def test_a_channel_that_is_down_holds_back_no_other(cast: Cast, smtp_port: int) -> None:
    mailbox(cast, cast.cy)
    with hook() as (url, posted):
        channels.add(acting=cast.acting(cast.cy), kind="webhook", address=url)
        notice = tell(cast.cy)
        for _ in range(3):
            deliver([notice])
            time_passes(minutes=30)
        with mail_server(smtp_port) as (_port, mails):
            deliver([notice])

    assert (len(posted), len(mails)) == (1, 1)
    assert states() == ["delivered"]


def test_two_workers_with_the_same_message_send_once(cast: Cast) -> None:
    with hook() as (url, posted):
        channels.add(acting=cast.acting(cast.cy), kind="webhook", address=url)
        notice = tell(cast.cy)
        race(*[lambda: deliver_notice(notice.pk)] * 4)
        deliver_notice(notice.pk)

    assert len(posted) == 1


def test_a_worker_that_dies_in_between_is_followed_under_the_same_mark(cast: Cast) -> None:
    with hook() as (url, posted):
        channels.add(acting=cast.acting(cast.cy), kind="webhook", address=url)
        notice = tell(cast.cy)
        notifications.delivering._take(Delivery.objects.get(notice=notice).pk)
        deliver([notice])
        time_passes(seconds=121)
        deliver([notice])

    assert [headers["Countersign-Delivery"] for headers, _ in posted] == [
        f"notice-{notice.pk}-{notice.deliveries.get().pk}"
    ]
    assert notice.deliveries.get().attempts == 2


def test_what_is_given_up_is_failed_recorded_and_still_in_the_product(cast: Cast, settings: Any) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"notice_attempts": 3})
    with hook(500, 302, 404) as (url, posted):
        channels.add(acting=cast.acting(cast.cy), kind="webhook", address=url)
        notice = tell(cast.cy)
        for _ in range(5):
            deliver([notice])
            time_passes(hours=1)

    notice.refresh_from_db()
    event = Event.objects.get(action="notice.failed")
    assert (len(posted), notice.state, notice.attempts) == (3, "failed", 3)
    assert notice.last_error == "The receiver answered with status 404."
    assert event.sentence == (
        "Countersign gave up telling Cy Lindholm by webhook after 3 attempts, about “G-0001 asks you”. It stands in "
        "the product. No money moved."
    )  # fmt: skip
    assert Outbox.objects.get(pk=notice.outbox_id).status == OutboxStatus.CLAIMED


def test_a_webhook_is_signed_over_its_bytes_and_the_second(cast: Cast) -> None:
    with hook() as (url, posted):
        channel = channels.add(acting=cast.acting(cast.cy), kind="webhook", address=url)
        deliver([tell(cast.cy)])

    [(headers, body)] = posted
    at, given = headers["Countersign-Signature"].removeprefix("t=").split(",v1=")
    signed = hmac.new(channel.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert given == signed
    assert told(posted)[0]["sentence"] == "The key is missing."


def test_chat_services_are_told_through_apprise(cast: Cast) -> None:
    with hook(200) as (url, posted):
        address = url.replace("http://", "mmost://").replace("/told", "/abcdefghijklmnopqrstuvwxyz")
        channels.add(acting=cast.acting(cast.cy), kind="mattermost", address=address)
        deliver([tell(cast.cy)])

    assert "The key is missing." in told(posted)[0]["text"]
    assert states() == ["delivered"]


def test_chat_that_refuses_says_why(cast: Cast) -> None:
    with hook(503) as (url, _posted):
        address = url.replace("http://", "mmost://").replace("/told", "/abcdefghijklmnopqrstuvwxyz")
        channels.add(acting=cast.acting(cast.cy), kind="mattermost", address=address)
        deliver([tell(cast.cy)])

    assert "503" in Notice.objects.get().last_error


def test_a_subject_cannot_smuggle_in_a_header(cast: Cast, smtp_port: int) -> None:
    mailbox(cast, cast.cy)
    notice = tell(cast.cy, subject="Close\r\nBcc: eve@example.org\r\n\r\nbody")
    with mail_server(smtp_port) as (_port, mails):
        deliver([notice])

    assert [(mail["Subject"], mail["Bcc"]) for mail in mails] == [("Close Bcc: eve@example.org body", None)]


def test_waits_grow_and_end_at_an_hour() -> None:
    assert [wait_after(n).total_seconds() for n in (1, 2, 3, 4, 8, 9, 50)] == [
        15,
        30,
        60,
        120,
        1920,
        3600,
        3600,
    ]


def test_one_notice_is_on_its_way_at_a_time(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(
        notifications.dispatching.app, "send_task", lambda name, *, args, **_more: sent.append((name, args))
    )
    mailbox(cast, cast.cy)
    first, second = tell(cast.cy), tell(cast.cy)
    counts = [notifications.send_due(), notifications.send_due()]
    deliver([first])

    assert counts == [1, 0]
    assert sent == [(TASK, [first.pk]), (TASK, [second.pk])]


def test_a_message_that_was_lost_is_sent_again(cast: Cast) -> None:
    mailbox(cast, cast.cy)
    tell(cast.cy)
    counts = [notifications.send_due(), notifications.send_due()]
    time_passes(seconds=121)

    assert [*counts, notifications.send_due()] == [1, 0, 1]


def test_a_broker_that_is_away_is_no_error(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any, **_more: Any) -> None:
        raise ConnectionError("nobody there")

    monkeypatch.setattr(notifications.dispatching.app, "send_task", away)
    mailbox(cast, cast.cy)
    tell(cast.cy)

    assert notifications.send_due() == 0
    assert Outbox.objects.filter(topic="notice", sent_at=None).count() == 1


def test_a_stop_asks_nothing_of_any_channel(cast: Cast, account: Any, resume: Told, smtp_port: int) -> None:
    """The question is open and its answer taken while every channel is down: nothing is sent in between."""
    mailbox(cast, cast.cy)
    with CaptureQueriesContext(connection):
        question = put(account)
    escalations.answer(
        acting=cast.acting(cast.cy), escalation_id=question.pk, answer="resume", reason="Done."
    )

    assert (
        Delivery.objects.filter(notice__dedup__startswith="question:")
        .values_list("attempts", flat=True)
        .get()
        == 0
    )


def test_a_cause_that_is_undone_tells_nobody(cast: Cast) -> None:
    with transaction.atomic():
        told = notifications.notify(
            to=cast.cy, kind=NoticeKind.QUESTION, subject="No", sentence="No.", link="/inbox/", dedup="undone"
        )
        transaction.set_rollback(True)

    assert (told is not None, Notice.objects.count()) == (True, 0)
