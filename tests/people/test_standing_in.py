"""Lending a signature and being away, at the page: who may, until when, what it never allows, and how it ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from goals.models import Goal
from governance import clock
from governance.authorisations import page_digest
from governance.enums import Role
from governance.errors import Forbidden
from governance.models import Delegation, Event, Person, Request, RoleGrant, Signature
from governance.people import absence
from governance.web.inbox_count import waiting_for
from tests.cast import HIRED, Cast
from tests.goals.approvals import asked, signed_goal
from tests.governance.questions import put
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
HOME, LEND = "/me/standing-in/", "/me/standing-in/delegate/"
DAYS = "%Y-%m-%d"


def _day(days: int) -> str:
    return (clock.now() + timedelta(days=days)).strftime(DAYS)


def _lend(giver: Person, to: Person, **more: object) -> Visitor:
    given = {"receiver": to.pk, "ends_at": _day(5), "reason": "A holiday."}
    return Visitor(giver).post(LEND, **{**given, **more})


def _signs(person: Person, request: Request, **more: object) -> Visitor:
    given = {"decision": "sign", "reason": "So be it.", "revision": 1, "page_digest": page_digest(request)}
    return Visitor(person).post(f"/requests/{request.ref}/decide/", **{**given, **more})


def test_an_approver_lends_their_signature_until_a_day(cast: Cast) -> None:
    page = _lend(cast.cy, cast.eve)
    made = Delegation.objects.get()

    assert "Eve Marsh may sign for you until" in page.said
    assert (made.giver, made.receiver, made.ends_at.strftime(DAYS)) == (cast.cy, cast.eve, _day(5))
    assert "In force: end it" in page.said
    assert "For whom you sign" in Visitor(cast.eve).get(HOME).said
    assert "Cy Lindholm" in Visitor(cast.eve).get(HOME).said


def test_whoever_stands_in_signs_within_the_limit_of_the_giver(cast: Cast) -> None:
    _lend(cast.cy, cast.eve)
    request, dear = asked(cast), asked(cast, objective="Too dear for Cy", budget_money="31.00")
    eve = Visitor(cast.eve)
    beyond = eve.get(f"/requests/{dear.ref}/")

    assert "within your limit" not in beyond.said
    assert 'value="sign"' not in beyond.markup
    assert 'name="on_behalf_of"' in eve.get(f"/requests/{request.ref}/").markup
    assert _signs(cast.eve, request, on_behalf_of=cast.cy.pk).status == 200
    signature = Signature.objects.get()
    assert (signature.person, signature.on_behalf_of, signature.limit_money) == (cast.eve, cast.cy, 30)
    assert Goal.objects.count() == 1


def test_what_the_giver_asked_for_cannot_be_signed_by_whoever_stands_in(cast: Cast) -> None:
    RoleGrant.objects.create(person=cast.dee, role=Role.REQUESTER, valid_from=HIRED, granted_by="a story")
    request = asked(cast, by=cast.dee)
    _lend(cast.dee, cast.cy)
    page = Visitor(cast.cy).get(f"/requests/{request.ref}/").said
    refused = [_signs(cast.cy, request, **more).status for more in ({}, {"on_behalf_of": cast.dee.pk})]

    assert "Cy Lindholm stands in for Dee Okafor, who asked for this. Somebody else must sign." in page
    assert (refused, Signature.objects.count(), Goal.objects.count()) == ([403, 403], 0, 0)


def test_whoever_asked_cannot_sign_for_somebody_else_either(cast: Cast) -> None:
    request = asked(cast)
    _lend(cast.cy, cast.ben)
    page = Visitor(cast.ben).get(f"/requests/{request.ref}/")

    assert "You asked for this, so you cannot sign it." in page.said
    assert _signs(cast.ben, request, on_behalf_of=cast.cy.pk).status == 403


def test_one_authority_does_not_sign_twice_through_another_hand(cast: Cast) -> None:
    request = asked(cast, budget_money="25.00")
    Request.objects.filter(pk=request.pk).update(signatures_needed=2)
    request.refresh_from_db()
    _lend(cast.dee, cast.eve)
    assert _signs(cast.dee, request).status == 200

    assert _signs(cast.eve, request, on_behalf_of=cast.dee.pk).status == 403
    assert (Signature.objects.count(), Goal.objects.count()) == (1, 0)


@pytest.mark.parametrize("who", ["ben", "ada", "olu", "aud", "eve"])
def test_who_has_no_signature_has_none_to_lend(cast: Cast, who: str) -> None:
    person = getattr(cast, who)
    page, posted = Visitor(person).get(HOME), _lend(person, cast.dee)

    assert "Only an approver has a signature to lend" in page.said
    assert (posted.status, Delegation.objects.count()) == (403, 0)


@pytest.mark.parametrize(
    ("given", "said"),
    [({"ends_at": ""}, "The last day is a day"), ({"ends_at": "2020-01-01"}, "A delegation ends after it begins"),
     ({"ends_at": "2999-01-01"}, "at most 92 days later"), ({"receiver": ""}, "Choose a person from the list"),
     ({"starts_at": "2020-01-01"}, "cannot begin in the past"), ({"reason": " "}, "eason")],
)  # fmt: skip
def test_what_is_missing_or_senseless_is_said_at_its_field_and_nothing_is_lost(
    cast: Cast, given: dict[str, str], said: str
) -> None:
    page = _lend(cast.cy, cast.dee, **given)

    assert (page.status, Delegation.objects.count()) == (400, 0)
    assert said in page.said
    assert ("A holiday." in page.markup) is ("reason" not in given)


def test_a_program_cannot_be_lent_a_signature(cast: Cast) -> None:
    assert (_lend(cast.cy, cast.bot).status, Delegation.objects.count()) == (400, 0)


@pytest.mark.parametrize(("who", "status", "ends"), [("cy", 200, True), ("ada", 200, True), ("eve", 403, False),
                                                     ("aud", 403, False), ("ben", 404, False)])  # fmt: skip
def test_who_ends_it_early(cast: Cast, who: str, status: int, ends: bool) -> None:
    _lend(cast.cy, cast.eve)
    made = Delegation.objects.get()
    page = Visitor(getattr(cast, who)).post(f"/me/standing-in/{made.pk}/end/", reason="Back early.")

    made.refresh_from_db()
    assert (page.status, made.revoked_at is not None) == (status, ends)


def test_after_its_end_nobody_signs_under_it(cast: Cast) -> None:
    request = asked(cast)
    _lend(cast.cy, cast.eve)
    Visitor(cast.cy).post(f"/me/standing-in/{Delegation.objects.get().pk}/end/", reason="Back early.")
    page = _signs(cast.eve, request, on_behalf_of=cast.cy.pk)

    assert (page.status, Signature.objects.count()) == (404, 0)


def test_being_away_passes_on_what_waits_and_puts_new_things_to_others_first(cast: Cast) -> None:
    first, question = asked(cast), put(signed_goal(cast, armed=False).account)
    page = Visitor(cast.cy).post(f"{HOME}away/", until=_day(7), reason="A holiday.")
    first.refresh_from_db()
    question.refresh_from_db()

    assert "You are away until" in page.said
    assert (first.assigned_to, question.assigned_to) == (cast.dee, cast.dee)
    assert asked(cast, objective="Another one").assigned_to == cast.dee
    assert waiting_for(cast.cy) == 0
    assert Event.objects.get(action="person.away").sentence.startswith("Cy Lindholm is away until ")


def test_somebody_away_may_still_sign_and_is_asked_where_nobody_else_is(cast: Cast) -> None:
    dear = asked(cast, budget_money="40.00")
    until = clock.now() + timedelta(days=3)
    absence.go(acting=cast.acting(cast.dee), person_id=cast.dee.pk, until=until, reason="Away.")
    dear.refresh_from_db()

    assert dear.assigned_to == cast.dee
    assert _signs(cast.dee, dear).status == 200


def test_coming_back_and_the_end_of_the_absence_both_end_it(cast: Cast) -> None:
    visitor = Visitor(cast.cy)
    visitor.post(f"{HOME}away/", until=_day(7), reason="A holiday.")
    assert "I am back" in visitor.said
    assert "You are back" in visitor.post(f"{HOME}back/").said

    assert asked(cast).assigned_to == cast.cy
    assert visitor.post(f"{HOME}back/").status == 409
    Person.objects.filter(pk=cast.cy.pk).update(away_until=clock.now() - timedelta(seconds=1))
    assert asked(cast, objective="Later").assigned_to == cast.cy


def test_a_controller_says_it_for_somebody_and_nobody_else_does(cast: Cast) -> None:
    until = clock.now() + timedelta(days=3)
    with pytest.raises(Forbidden):
        absence.go(acting=cast.acting(cast.dee), person_id=cast.cy.pk, until=until, reason="Ill.")
    absence.go(acting=cast.acting(cast.ada), person_id=cast.cy.pk, until=until, reason="Ill.")

    assert (
        "Ada Brandt said that Cy Lindholm is away until" in Event.objects.get(action="person.away").sentence
    )


def test_opening_the_pages_changes_nothing(cast: Cast) -> None:
    _lend(cast.cy, cast.eve)
    made, events = Delegation.objects.get(), Event.objects.count()
    for path in (HOME, f"/me/standing-in/{made.pk}/end/"):
        Visitor(cast.cy).get(path).client.head(path)
    assert [Visitor(cast.cy).get(path).status for path in (LEND, f"{HOME}away/", f"{HOME}back/")] == [
        405,
        405,
        405,
    ]

    made.refresh_from_db()
    assert (made.revoked_at, Event.objects.count()) == (None, events)
