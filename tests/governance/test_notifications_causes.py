"""What people are told about: questions put, passed on and expired; signatures wanted; and links that only lead."""

from __future__ import annotations

from django.db import transaction
from django.test import Client

from governance import authorisations, clock, escalations
from governance.models import Account, Escalation, Event, Notice, Request
from tests.cast import Cast
from tests.governance.notices import subjects
from tests.governance.questions import Told, overdue, put
from tests.governance.stories import ask, sign
from tests.ralph_runs.scene import ask as ask_for_goal
from tests.ralph_runs.scene import signed_goal


def of_questions() -> list[tuple[str, str]]:
    found = Notice.objects.filter(dedup__startswith="question:").order_by("pk").select_related("person")
    return [(str(notice.person), notice.subject.partition(": ")[0]) for notice in found]


def test_a_stop_tells_whoever_is_asked_and_the_owner(account: Account, resume: Told) -> None:
    question = put(account)

    assert of_questions() == [
        ("Cy Lindholm", f"{account.ref} asks you"),
        ("Ben Osei", f"{account.ref} has stopped"),
    ]
    assert Notice.objects.filter(dedup__startswith="question:").earliest("pk").sentence == (
        f"No tokens are left. {question.ref} waits for your answer, until {question.due_at:%d %b %Y, %H:%M} UTC."
    )  # fmt: skip


def test_asking_the_same_again_tells_nobody_twice(account: Account, resume: Told) -> None:
    put(account)
    put(account)

    assert len(of_questions()) == 2


def test_a_question_beside_the_run_tells_only_whoever_is_asked(account: Account, resume: Told) -> None:
    put(account, cause="completion-claimed", stops=False)

    assert of_questions() == [("Ben Osei", f"{account.ref} asks you")]


def test_silence_passes_on_then_expires_and_each_is_told(account: Account, resume: Told) -> None:
    question = put(account)
    for _ in range(3):
        overdue(question)
        escalations.expire_due()
    question.refresh_from_db()

    assert question.status == "expired"
    assert of_questions()[2:] == [
        ("Dee Okafor", f"{account.ref} asks you"), ("Ada Brandt", f"{account.ref} asks you"),
        ("Ben Osei", f"{account.ref} expired, nobody answered"),
        ("Ada Brandt", f"{account.ref} expired, nobody answered"),
    ]  # fmt: skip


def test_an_uncertain_round_is_a_kind_of_its_own(account: Account, resume: Told) -> None:
    put(account, cause="uncertain")

    assert set(Notice.objects.filter(dedup__startswith="question:").values_list("kind", flat=True)) == {
        "uncertain"
    }


def test_whoever_is_asked_to_sign_is_told_and_whoever_asked_hears_of_a_return(
    cast: Cast, accounts_only: None
) -> None:
    request = ask(cast)
    with transaction.atomic():
        authorisations.send_back(
            acting=cast.acting(cast.cy), request=authorisations.lock(request.pk), revision=request.revision,
            reason="Say which month.", page_digest=authorisations.page_digest(request),
        )  # fmt: skip

    assert subjects(cast.cy) == [f"{request.ref} asks for your signature: “Reconcile August”"]
    assert subjects(cast.ben) == [f"{request.ref} came back to you: “Reconcile August”"]


def test_a_request_that_nobody_answers_is_told_to_the_next(cast: Cast, accounts_only: None) -> None:
    request = ask(cast)
    Request.objects.filter(pk=request.pk).update(due_at=clock.now())
    authorisations.expire_due()

    assert subjects(cast.dee) == [f"{request.ref} asks for your signature: “Reconcile August”"]


def test_a_mail_scanner_that_opens_every_link_changes_nothing(cast: Cast, client: Client) -> None:
    put(signed_goal(cast).account)
    ask_for_goal(cast)
    links = sorted(set(Notice.objects.values_list("link", flat=True)))
    before = (list(Escalation.objects.values()), list(Request.objects.values()), Event.objects.count())
    for someone in (None, cast.cy):
        if someone is not None:
            client.force_login(someone)
        for link in links:
            client.get(link)
            client.head(link)

    assert len(links) == 3
    assert (
        list(Escalation.objects.values()),
        list(Request.objects.values()),
        Event.objects.count(),
    ) == before


def test_links_lead_to_pages_that_ask_for_a_log_in(account: Account, resume: Told, client: Client) -> None:
    put(account)
    [link] = set(Notice.objects.filter(dedup__startswith="question:").values_list("link", flat=True))
    answer = client.get(link)

    assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={link}")


def test_signing_after_all_tells_nothing_more(cast: Cast, accounts_only: None) -> None:
    request = ask(cast)
    told = Notice.objects.count()
    sign(cast, request)

    assert Notice.objects.count() == told
