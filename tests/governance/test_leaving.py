"""Somebody leaves, or loses a role: at once, never deleted, and what waited for them goes to the next one."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import transaction
from django.db.models import ProtectedError

from governance import authorisations, clock, escalations, ledger
from governance.actors import COUNTERSIGN
from governance.enums import Role
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Delegation, Escalation, Event, Person, Request, RoleGrant, Signature
from governance.people import leaving, may
from tests.cast import HIRED, Cast
from tests.governance.stories import ask, sign, signed_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


def _leave(cast: Cast, person: Person, *, by: Person | None = None) -> Person:
    return leaving.deactivate(
        acting=cast.acting(by or cast.ada), person_id=person.pk, reason="Left the firm."
    )


def test_a_leaver_has_no_role_and_no_delegation_left(cast: Cast) -> None:
    given = Delegation.objects.create(
        giver=cast.cy, receiver=cast.olu, starts_at=HIRED, ends_at=clock.now() + timedelta(days=9), reason="x"
    )
    _leave(cast, cast.cy)
    given.refresh_from_db()

    assert (Person.objects.get(pk=cast.cy.pk).is_active, may(cast.cy, Role.APPROVER)) == (False, False)
    assert given.revoked_at is not None
    assert Event.objects.get().sentence == (
        "Ada Brandt deactivated Cy Lindholm because Left the firm. Nothing waited for them. No money moved."
    )


def test_what_waited_for_the_leaver_goes_to_the_next_person(cast: Cast) -> None:
    account = signed_account(cast)
    request = ask(cast)
    with transaction.atomic():
        question = escalations.open_question(
            acting=COUNTERSIGN,
            account=ledger.lock(account.pk),
            cause="token-budget",
            sentence="Out of tokens.",
        )
    _leave(cast, cast.cy)
    told = json.loads(Event.objects.get(action="person.deactivated").body)["facts"]["passed_on"]

    assert Request.objects.get(pk=request.pk).assigned_to == cast.dee
    assert Escalation.objects.get(pk=question.pk).assigned_to == cast.dee
    assert told == {request.ref: "Dee Okafor", question.ref: "Dee Okafor"}


def test_with_nobody_eligible_left_the_controllers_are_asked(cast: Cast) -> None:
    RoleGrant.objects.filter(person=cast.dee).update(ended_at=clock.now())
    request = ask(cast)
    _leave(cast, cast.cy)

    assert Request.objects.get(pk=request.pk).assigned_to == cast.ada


def test_what_a_leaver_signed_lapses_and_the_record_keeps_name_role_and_limit(cast: Cast) -> None:
    account = signed_account(cast)
    _leave(cast, cast.cy)
    kept = Signature.objects.get()

    assert (
        authorisations.standing(account.authorisation, at=clock.now()) == "Cy Lindholm, who signed, has left."
    )
    assert (kept.person_name, kept.role, kept.limit_tokens, kept.limit_money) == (
        "Cy Lindholm", "approver", 1_000_000, Decimal(30),
    )  # fmt: skip


def test_a_leaver_signs_nothing(cast: Cast) -> None:
    request = ask(cast)
    _leave(cast, cast.cy)
    cast.cy.refresh_from_db()

    with pytest.raises(Forbidden) as refused:
        sign(cast, request)

    assert refused.value.code == "deactivated"


def test_nobody_in_the_record_can_be_deleted(cast: Cast) -> None:
    signed_account(cast)

    with pytest.raises(ProtectedError):
        cast.cy.delete()


def test_only_a_controller_deactivates_and_never_themselves(cast: Cast) -> None:
    with pytest.raises(Forbidden) as refused:
        _leave(cast, cast.cy, by=cast.dee)
    with pytest.raises(Forbidden) as own:
        _leave(cast, cast.ada)

    assert (refused.value.code, own.value.code) == ("role-missing", "self-deactivation")


def test_somebody_leaves_once(cast: Cast) -> None:
    _leave(cast, cast.cy)

    with pytest.raises(Conflict):
        _leave(cast, cast.cy)


def test_the_last_controller_cannot_be_taken(cast: Cast) -> None:
    with pytest.raises(Conflict) as refused:
        leaving.end_grant(
            acting=cast.acting(cast.ada), grant_id=RoleGrant.objects.get(person=cast.ada).pk, reason="Enough."
        )

    assert (refused.value.code, may(cast.ada, Role.CONTROLLER)) == ("last-controller", True)


def test_taking_a_role_away_passes_on_what_waited(cast: Cast) -> None:
    request = ask(cast)
    leaving.end_grant(
        acting=cast.acting(cast.ada), grant_id=RoleGrant.objects.get(person=cast.cy).pk, reason="Moves on."
    )

    assert Request.objects.get(pk=request.pk).assigned_to == cast.dee
    assert Event.objects.latest("pk").sentence == (
        f"Ada Brandt took the role approver from Cy Lindholm because Moves on. Passed on: {request.ref} to Dee "
        "Okafor. No money moved."
    )


def test_taking_a_role_away_needs_a_reason(cast: Cast) -> None:
    with pytest.raises(Invalid):
        leaving.end_grant(
            acting=cast.acting(cast.ada), grant_id=RoleGrant.objects.get(person=cast.cy).pk, reason=""
        )
