"""The page of one's notices: channels by form, a secret shown once, failures in the inbox until they are seen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from governance import clock
from governance.models import Channel, Delivery, Notice
from governance.web.inbox import items
from tests.cast import Cast
from tests.governance.notices import deliver, mailbox, tell
from tests.governance.postman import hook

PAGE = "/me/notifications/"


@pytest.fixture
def cy(cast: Cast, client: Client) -> Client:
    client.force_login(cast.cy)
    return client


def failed_notice(cast: Cast, settings: Any) -> Notice:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"notice_attempts": 1})
    Channel.objects.create(
        person=cast.cy,
        kind="webhook",
        address="http://127.0.0.1:9/",
        kinds="question",
        created_at=clock.now(),
    )
    notice = tell(cast.cy)
    deliver([notice])
    notice.refresh_from_db()
    return notice


pytestmark = pytest.mark.django_db


def test_a_channel_is_added_chosen_and_removed_by_forms(cast: Cast, cy: Client) -> None:
    added = cy.post(f"{PAGE}add/", {"kind": "mail", "address": "cy@example.org"})
    channel = Channel.objects.get(person=cast.cy)
    cy.post(f"{PAGE}channels/{channel.pk}/choose/", {"kinds": ["threshold", "uncertain"]})
    channel.refresh_from_db()
    cy.post(f"{PAGE}channels/{channel.pk}/remove/")

    assert (added.status_code, added["Location"]) == (302, PAGE)
    assert channel.kinds == "uncertain,threshold"
    assert Channel.objects.filter(removed_at=None).count() == 0


def test_the_secret_of_a_webhook_is_shown_once(cast: Cast, cy: Client) -> None:
    with hook() as (url, _posted):
        added = cy.post(f"{PAGE}add/", {"kind": "webhook", "address": url})
    secret = Channel.objects.get(person=cast.cy).secret

    assert [secret in page.content.decode() for page in (added, cy.get(PAGE))] == [True, False]


def test_what_is_wrong_is_said_at_the_field_and_kept(cy: Client) -> None:
    page = cy.post(f"{PAGE}add/", {"kind": "mail", "address": "nobody"})

    assert page.status_code == 400
    assert (page.context["fields"][1]["error"], page.context["fields"][1]["value"]) == (
        "Give a mail address, such as ada@example.org.", "nobody",
    )  # fmt: skip


def test_the_test_button_sends_to_that_channel_alone(cast: Cast, cy: Client) -> None:
    channel = mailbox(cast, cast.cy)
    cy.post(f"{PAGE}channels/{channel.pk}/test/")

    assert [delivery.notice.kind for delivery in Delivery.objects.filter(channel=channel)] == ["test"]


def test_somebody_elses_channel_and_notice_do_not_exist(cast: Cast, cy: Client) -> None:
    theirs, notice = mailbox(cast, cast.ada, "ada@example.org"), tell(cast.ada)
    answers = [
        cy.post(f"{PAGE}channels/{theirs.pk}/{act}/").status_code for act in ("choose", "test", "remove")
    ]
    answers.append(cy.post(f"{PAGE}notices/{notice.pk}/seen/").status_code)

    assert answers == [404] * 4
    assert Channel.objects.get(pk=theirs.pk).removed_at is None


def test_looking_changes_nothing_and_only_posts_act(cast: Cast, cy: Client) -> None:
    channel = mailbox(cast, cast.cy)
    answers = [
        cy.get(f"{PAGE}channels/{channel.pk}/{act}/").status_code for act in ("choose", "test", "remove")
    ]
    answers += [cy.get(f"{PAGE}add/").status_code, cy.get(PAGE).status_code, cy.head(PAGE).status_code]

    assert answers == [405, 405, 405, 405, 200, 200]
    assert (Channel.objects.count(), Notice.objects.count()) == (1, 0)


def test_a_notice_that_failed_is_an_inbox_item_until_it_is_seen(
    cast: Cast, cy: Client, settings: Any
) -> None:
    notice = failed_notice(cast, settings)
    before = items.count(cast.cy, clock.now())
    inbox = cy.get("/inbox/").content.decode()
    cy.post(reverse("notice-seen", args=[notice.pk]))

    assert (notice.state, before, items.count(cast.cy, clock.now())) == ("failed", 1, 0)
    assert "Notice not delivered" in inbox


def test_the_page_says_why_it_was_not_delivered(cast: Cast, cy: Client, settings: Any) -> None:
    failed_notice(cast, settings)
    text = cy.get(PAGE).content.decode()

    assert "Not delivered after 1\u00a0attempt: Connection refused." in text


def test_the_page_asks_for_a_log_in(client: Client, db: None) -> None:
    answer = client.get(PAGE)

    assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={PAGE}")
