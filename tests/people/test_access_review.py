"""Who could do what on a day: from dated rows, with who asked and who signed, for controllers and auditors."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from governance import authorisations, clock
from governance.actors import COUNTERSIGN
from governance.authorisations.effects.role import ask_role
from governance.enums import Role
from governance.models import Event, Person, RoleGrant
from governance.people import delegations, leaving, review, tokens
from governance.transactions import outermost
from tests.cast import HIRED, Cast
from tests.pages.visiting import Visitor, queries, written

pytestmark = pytest.mark.django_db
TODAY = datetime(2026, 6, 10, 12, 0, tzinfo=UTC)
BEFORE, AFTER = "2026-06-09", "2026-06-10"


@pytest.fixture
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(TODAY, tick=True) as traveller:
        yield traveller


@pytest.fixture
def told(today: time_machine.Traveller, cast: Cast) -> Cast:
    """Ada asked for Eve as approver and Dee signed; Cy lent his signature to Dee; then Cy was deactivated."""
    Person.objects.update(date_joined=HIRED)
    with outermost():
        asked = ask_role(
            acting=cast.acting(cast.ada), reason="More hands.",
            data={"person": cast.eve.pk, "role": "approver", "limit_tokens": 500_000, "limit_money": "9.50"},
        )  # fmt: skip
    with outermost():
        authorisations.sign(
            acting=cast.acting(cast.dee), request=authorisations.lock(asked.pk), revision=1, reason="Known to us.",
            page_digest=authorisations.page_digest(asked),
        )  # fmt: skip
    delegations.delegate(
        acting=cast.acting(cast.cy),
        receiver=cast.dee,
        ends_at=clock.now() + timedelta(days=9),
        reason="A holiday.",
    )
    today.shift(timedelta(hours=2))
    leaving.deactivate(acting=cast.acting(cast.ada), person_id=cast.cy.pk, reason="He moved on.")
    today.shift(timedelta(days=2))
    return cast


def _held(day: datetime) -> set[tuple[str, str]]:
    return {(one.person.username, one.role) for one in review.at(day).grants}


def test_an_earlier_day_is_as_it_was_then(told: Cast) -> None:
    before, after = _held(TODAY - timedelta(minutes=1)), _held(clock.now())

    assert before - after == {("cy", "approver")}
    assert after - before == {("eve", "approver")}
    assert ("cy", "approver") in _held(TODAY + timedelta(hours=1))


def test_a_delegation_counts_while_it_runs_and_says_what_it_lent(told: Cast) -> None:
    during, after = review.at(TODAY + timedelta(hours=1)), review.at(clock.now())

    assert [(str(one.receiver), str(one.giver)) for one in during.delegations] == [
        ("Dee Okafor", "Cy Lindholm")
    ]
    lent = review.lends(during, during.delegations[0])
    assert lent is not None
    assert (lent.limit_tokens, after.delegations) == (1_000_000, [])


def test_the_page_names_who_asked_and_who_signed_and_who_left(told: Cast) -> None:
    page = Visitor(told.aud).get("/people/")

    assert page.status == 200
    assert "Eve Marsh eve Approver 500,000 9.50 USD" in page.said
    assert "Ada Brandt Dee Okafor R-" in page.said
    assert "Cy Lindholm Team lead, cy 10 Jun 2026, 14:00 UTC Ada Brandt" in page.said
    assert "because He moved on." in page.said


def test_the_day_is_chosen_with_a_form_that_reads(told: Cast) -> None:
    page = Visitor(told.ada).get(f"/people/?on={BEFORE}")

    assert 'type="date" name="on" value="2026-06-09"' in page.markup
    assert "Eve Marsh eve No role" in page.said
    assert "Cy Lindholm Team lead, cy Approver 1,000,000 30.00 USD" in page.said
    assert "Nobody had left." in page.said


@pytest.mark.parametrize("day", ["2999-01-01", "yesterday", "", "2026-13-40", "\x00"])
def test_a_day_ahead_or_no_day_is_this_moment(told: Cast, day: str) -> None:
    page = Visitor(told.ada).get(f"/people/?on={day}")

    assert (page.status, "As of 12 Jun 2026" in page.said) == (200, True)


@pytest.mark.parametrize(
    ("who", "status"), [("ada", 200), ("aud", 200), ("ben", 403), ("dee", 403), ("olu", 403)]
)
def test_it_is_for_controllers_and_auditors_and_says_so_to_others(told: Cast, who: str, status: int) -> None:
    page = Visitor(getattr(told, who)).get("/people/")

    assert page.status == status
    assert ("The access review is for controllers" in page.said) is (status == 403)


def test_programs_and_superusers_have_no_business_authority(told: Cast) -> None:
    Person.objects.filter(pk=told.olu.pk).update(is_superuser=True)
    tokens.issue(acting=COUNTERSIGN, person_id=told.bot.pk, name="ledger-reader")
    RoleGrant.objects.create(person=told.bot, role=Role.APPROVER, limit_tokens=9, limit_money=9,
                             valid_from=HIRED, granted_by="a mistake")  # fmt: skip
    page = Visitor(told.ada).get("/people/")

    assert "svc-bot svc-bot Service account No role. ledger-reader" in page.said
    assert "As operator. Superuser of the machine: no business authority follows from it." in page.said
    assert ("svc-bot", "approver") not in _held(clock.now())


def test_the_file_holds_the_same_rows_with_their_count_and_the_day(told: Cast) -> None:
    content = Visitor(told.aud).client.get(f"/people/?on={BEFORE}&format=csv").content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(content)))

    assert lines[0] == ["Roles and limits"]
    plain = [[cell.replace("\u00a0", " ") for cell in line] for line in lines]
    assert ["Filter, As of", "9 Jun 2026, 23:59 UTC"] in plain
    rows = [line for line in lines if len(line) > 8 and line[0].startswith("Cy Lindholm")]
    assert rows[0][1:5] == ["Approver", "1000000", "30.00", "USD"]
    assert not any(line[0].startswith("Control total") for line in lines if line)
    count = next(int(line[1]) for line in lines if line[:1] == ["Rows"])
    assert count == len(lines[2 : lines.index([], 2)])


def test_reading_it_writes_nothing_and_costs_the_same_for_many(told: Cast) -> None:
    before, few = written(), queries(told.ada, "/people/")
    for number in range(30):
        person = Person.objects.create(username=f"p{number}", display_name=f"Person {number}")
        RoleGrant.objects.create(person=person, role=Role.REQUESTER, valid_from=HIRED, granted_by="a story")

    assert (queries(told.ada, "/people/"), few <= 30, written()) == (few, True, before)
    assert Event.objects.filter(action="person.deactivated").count() == 1


def test_hostile_names_stay_names(told: Cast) -> None:
    Person.objects.filter(pk=told.eve.pk).update(display_name="<img src=x onerror=alert(1)>", title="=1+1")

    assert "<img src=x" not in Visitor(told.ada).get("/people/").markup
    assert "\n=1+1" not in Visitor(told.ada).client.get("/people/?format=csv").content.decode()


@pytest.mark.parametrize(
    ("who", "status"), [("ada", 200), ("aud", 200), ("eve", 200), ("ben", 404), ("dee", 404)]
)
def test_a_person_s_page_is_for_them_and_for_whoever_reviews(told: Cast, who: str, status: int) -> None:
    assert Visitor(getattr(told, who)).get(f"/people/{told.eve.pk}/").status == status


def test_a_person_s_page_says_what_they_were_and_what_waits(told: Cast) -> None:
    ada = Visitor(told.ada)
    gone, eve = ada.get(f"/people/{told.cy.pk}/").said, ada.get(f"/people/{told.eve.pk}/").said

    assert "Deactivated since 10 Jun 2026, 14:00 UTC, by Ada Brandt" in gone
    assert "ended by Ada Brandt" in gone
    assert "Ended early 10 Jun 2026, 14:00 UTC" in gone
    assert "Approver 500,000 9.50 USD" in eve
    assert "no end: take it away" in eve
    assert "take it away" not in Visitor(told.aud).get(f"/people/{told.eve.pk}/").said
