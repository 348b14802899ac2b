"""Two signatures are two people with two authorities, and nobody launders a signature of their own."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from goals import approvals
from goals.models import Goal
from governance import clock
from governance.authorisations import page_digest
from governance.authorisations.effects.band import ask_policy
from governance.enums import Act, RequestStatus, Role
from governance.errors import Conflict, Forbidden, Invalid, SelfApproval
from governance.models import Delegation, Event, Person, Request, RoleGrant, Signature
from governance.people import delegations
from tests.cast import HIRED, Cast
from tests.goals.approvals import asked, signed
from tests.goals.terms_stories import terms

pytestmark = pytest.mark.django_db

TIGHT = {
    "bands": [
        {"up_to_tokens": 1_000_000, "up_to_money": "20.00", "signatures": 1},
        {"up_to_tokens": None, "up_to_money": None, "signatures": 2},
    ],
    "answer_hours": 24,
}


def _tighten(cast: Cast) -> Request:
    """Ada asks for the policy that two people sign above USD 20; Dee signs it."""
    with transaction.atomic():
        request = ask_policy(acting=cast.acting(cast.ada), data=TIGHT, reason="The board wants it.")
    return signed(cast, request, by=cast.dee)


def _stand_in(cast: Cast, giver: Person, receiver: Person) -> Delegation:
    return Delegation.objects.create(
        giver=giver, receiver=receiver, starts_at=HIRED, ends_at=clock.now() + timedelta(days=3), reason="Away."
    )  # fmt: skip


def _sign_for(cast: Cast, request: Request, *, by: Person, giver: Person) -> Request:
    return approvals.sign(
        acting=cast.acting(by), request_id=request.pk, revision=request.revision, reason="On their behalf.",
        page_digest=page_digest(request), on_behalf_of=giver,
    )  # fmt: skip


def test_the_first_of_two_signatures_creates_nothing(cast: Cast) -> None:
    _tighten(cast)
    request = signed(cast, asked(cast, budget_money="25.00"))

    assert (request.signatures_needed, request.status, Goal.objects.count()) == (2, RequestStatus.PENDING, 0)
    assert Event.objects.filter(action="request.signed").get().sentence == (
        f"Cy Lindholm signed {request.ref}, “Reconcile the two ledgers of August”, as the first of two, because "
        "Inside the plan. No money moved yet."
    )


def test_the_second_person_s_signature_makes_the_goal(cast: Cast) -> None:
    _tighten(cast)
    request = signed(cast, asked(cast, budget_money="25.00"))
    signed(cast, request, by=cast.dee)

    assert Goal.objects.get().account.budget_money == Decimal(25)
    assert [s.person for s in Signature.objects.filter(request=request).order_by("pk")] == [cast.cy, cast.dee]


def test_the_same_person_cannot_be_both(cast: Cast) -> None:
    _tighten(cast)
    request = signed(cast, asked(cast, budget_money="25.00"))

    with pytest.raises(Conflict) as refused:
        signed(cast, request)

    assert (refused.value.code, refused.value.details["decided_by"]) == ("already-signed", "Cy Lindholm")


def test_one_authority_cannot_stand_twice_through_a_delegate(cast: Cast) -> None:
    _tighten(cast)
    _stand_in(cast, cast.cy, cast.olu)
    request = signed(cast, asked(cast, budget_money="25.00"))

    with pytest.raises(Forbidden) as refused:
        _sign_for(cast, request, by=cast.olu, giver=cast.cy)

    assert refused.value.code == "same-authority"


def test_a_change_makes_every_signature_fall(cast: Cast) -> None:
    _tighten(cast)
    request = signed(cast, asked(cast, budget_money="25.00"))
    changed = approvals.resubmit(
        acting=cast.acting(cast.ben), request_id=request.pk, revision=1, reason="One round more.",
        terms=terms(budget_money="25.00", max_rounds=6),
    )  # fmt: skip

    with pytest.raises(Conflict) as refused:
        signed(cast, request, by=cast.dee)
    after = signed(cast, changed, by=cast.dee)

    assert (refused.value.code, refused.value.details["revision"]) == ("stale-revision", 2)
    assert (after.status, Goal.objects.count()) == (RequestStatus.PENDING, 0)


def test_a_request_in_flight_keeps_the_policy_it_was_asked_under(cast: Cast) -> None:
    request = asked(cast, budget_money="25.00")
    _tighten(cast)

    assert signed(cast, request).status == RequestStatus.APPROVED
    assert Signature.objects.get(request=request).policy_version == "settings"


def test_a_delegate_signs_on_behalf_and_both_names_are_kept(cast: Cast) -> None:
    _stand_in(cast, cast.cy, cast.olu)
    request = asked(cast)
    _sign_for(cast, request, by=cast.olu, giver=cast.cy)
    kept = Signature.objects.get()

    assert (kept.person, kept.on_behalf_of, kept.limit_tokens) == (cast.olu, cast.cy, 1_000_000)
    assert (
        "Olu Mensah on behalf of Cy Lindholm signed" in Event.objects.get(action="request.approved").sentence
    )


def test_a_delegation_ends_on_its_date(cast: Cast) -> None:
    given = _stand_in(cast, cast.cy, cast.olu)
    Delegation.objects.filter(pk=given.pk).update(ends_at=clock.now())

    with pytest.raises(Forbidden) as refused:
        _sign_for(cast, asked(cast), by=cast.olu, giver=cast.cy)

    assert refused.value.code == "no-delegation"


def test_who_stands_in_for_the_requester_cannot_sign_even_for_themselves(cast: Cast) -> None:
    _stand_in(cast, cast.ben, cast.cy)
    request = asked(cast)

    with pytest.raises(SelfApproval):
        signed(cast, request)

    assert (request.assigned_to, Signature.objects.count()) == (cast.dee, 0)


def test_nobody_signs_on_behalf_of_the_requester(cast: Cast) -> None:
    RoleGrant.objects.create(person=cast.dee, role=Role.REQUESTER, valid_from=HIRED, granted_by="the story")
    _stand_in(cast, cast.dee, cast.olu)
    request = asked(cast, by=cast.dee)

    with pytest.raises(SelfApproval):
        _sign_for(cast, request, by=cast.olu, giver=cast.dee)


def test_the_requester_cannot_sign_as_a_delegate(cast: Cast) -> None:
    _stand_in(cast, cast.dee, cast.ben)

    with pytest.raises(SelfApproval):
        _sign_for(cast, asked(cast), by=cast.ben, giver=cast.dee)


def test_an_auditor_signs_for_nobody_whatever_was_lent_before(cast: Cast) -> None:
    _stand_in(cast, cast.dee, cast.aud)

    with pytest.raises(Forbidden) as refused:
        _sign_for(cast, asked(cast), by=cast.aud, giver=cast.dee)

    assert refused.value.code == "no-delegation"


def test_a_role_gained_after_asking_does_not_help(cast: Cast) -> None:
    request = asked(cast)
    RoleGrant.objects.create(
        person=cast.ben, role=Role.APPROVER, limit_tokens=10**7, limit_money=Decimal(100), valid_from=HIRED,
        granted_by="the story",
    )  # fmt: skip

    with pytest.raises(SelfApproval):
        signed(cast, request, by=cast.ben)


@pytest.mark.parametrize("column", ["person", "on_behalf_of"])
def test_the_database_refuses_self_approval_too(cast: Cast, column: str) -> None:
    request = asked(cast)
    names = {"person": cast.cy, column: cast.ben}

    with pytest.raises(IntegrityError), transaction.atomic():
        Signature.objects.create(
            request=request, request_revision=1, requester=cast.ben, act=Act.SIGN, role="approver",
            person_name="Somebody", reason="By the back door.", method="sql", policy_version="none",
            page_digest="0" * 64, terms_digest="0" * 64, at=clock.now(), digest="0" * 64, **names,
        )  # fmt: skip


def test_delegating_is_recorded_and_ends(cast: Cast) -> None:
    delegations.delegate(
        acting=cast.acting(cast.cy),
        receiver=cast.olu,
        ends_at=clock.now() + timedelta(days=5),
        reason="Holidays.",
    )

    assert [event.action for event in Event.objects.all()] == ["delegation.given"]


@pytest.mark.parametrize(
    ("receiver", "days", "code"),
    [
        ("cy", 5, "invalid"), ("bot", 5, "service-account"), ("aud", 5, "invalid"), ("olu", 0, "invalid"),
        ("olu", 93, "invalid"),
    ],
)  # fmt: skip
def test_a_senseless_delegation_is_refused(cast: Cast, receiver: str, days: int, code: str) -> None:
    with pytest.raises((Invalid, Forbidden)) as refused:
        delegations.delegate(
            acting=cast.acting(cast.cy), receiver=getattr(cast, receiver), reason="Holidays.",
            ends_at=clock.now() + timedelta(days=days),
        )  # fmt: skip

    assert (refused.value.code, Delegation.objects.count()) == (code, 0)


def test_only_an_approver_has_a_signature_to_pass_on(cast: Cast) -> None:
    with pytest.raises(Forbidden) as refused:
        delegations.delegate(
            acting=cast.acting(cast.ben),
            receiver=cast.olu,
            ends_at=clock.now() + timedelta(days=5),
            reason="No.",
        )

    assert refused.value.code == "role-missing"


def test_a_delegation_is_revoked_once_by_its_giver_or_a_controller(cast: Cast) -> None:
    given = _stand_in(cast, cast.cy, cast.olu)
    with pytest.raises(Forbidden):
        delegations.revoke(acting=cast.acting(cast.ben), delegation_id=given.pk, reason="Not mine.")
    delegations.revoke(acting=cast.acting(cast.ada), delegation_id=given.pk, reason="Back early.")

    with pytest.raises(Conflict):
        delegations.revoke(acting=cast.acting(cast.cy), delegation_id=given.pk, reason="Again.")
