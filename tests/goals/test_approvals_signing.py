"""From a wish to a goal: what one signature does, and what it refuses to do."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from goals import approvals
from goals.models import Armed, Goal, SessionEvent
from governance.authorisations.digests import authorisation_facts, signature_facts
from governance.canonical import digest_of
from governance.enums import RequestStatus
from governance.errors import Conflict, Forbidden, Invalid, SelfApproval
from governance.models import Account, Authorisation, Event, LedgerEntry, Request, Signature
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal

pytestmark = pytest.mark.django_db


def test_asking_creates_nothing_but_the_request(cast: Cast) -> None:
    request = asked(cast)

    assert (request.status, request.revision, request.assigned_to, request.signatures_needed) == (
        RequestStatus.PENDING, 1, cast.cy, 1,
    )  # fmt: skip
    assert (request.total_tokens, request.total_money) == (400_000, Decimal("12.00"))
    assert (Account.objects.count(), Goal.objects.count(), LedgerEntry.objects.count()) == (0, 0, 0)
    assert Event.objects.get().sentence == (
        "Ben Osei asked Cy Lindholm to sign R-0001, “Reconcile the two ledgers of August”, for 400,000 tokens and "
        "USD 12.00 because The August close needs it. Nothing is set aside yet."
    ).replace("R-0001", request.ref)


def test_the_last_signature_makes_the_goal_with_one_event(cast: Cast) -> None:
    goal = signed_goal(cast)
    account = goal.account

    assert (goal.revision, goal.phase, goal.max_rounds, goal.rounds_started) == (1, "active", 5, 0)
    assert (account.budget_tokens, account.budget_money, account.owner) == (400_000, Decimal(12), cast.ben)
    assert (account.terms.version, account.terms_version) == (1, 1)
    assert account.authorisation.terms_digest == account.terms.digest
    assert Armed.objects.get(goal=goal).by == cast.cy
    assert [event.action for event in account.events.all()] == ["request.approved"]
    assert [event.type for event in SessionEvent.objects.filter(goal=goal)] == ["goal/change"]
    assert SessionEvent.objects.get(goal=goal).authorisation == account.authorisation


def test_the_event_says_who_signed_what_why_and_what_it_allows(cast: Cast) -> None:
    account = signed_goal(cast).account
    event = account.events.get()

    assert event.sentence == (
        f"Cy Lindholm signed {account.authorisation.request.ref}, “Reconcile the two ledgers of August”, because "
        f"Inside the plan. {account.ref} may spend 400,000 tokens and USD 12.00 in at most 5 rounds until "
        "31 Dec 2027; it may start."
    )
    assert (event.effect_tokens, event.effect_money) == (400_000, Decimal(12))
    assert (event.available_tokens, event.available_money) == (400_000, Decimal(12))


def test_the_event_vouches_for_entry_terms_authorisation_and_signature(cast: Cast) -> None:
    account = signed_goal(cast).account
    named = [name.split(":")[0] for name in json.loads(account.events.get().body)["covers"]]

    assert sorted(named) == ["authorisation", "entry", "signature", "terms"]


def test_without_a_driver_the_goal_is_created_disarmed(cast: Cast) -> None:
    goal = signed_goal(cast, armed=False)

    assert (goal.phase, Armed.objects.count()) == ("active", 0)
    assert goal.account.events.get().sentence.endswith("it is disarmed, because no driver is running.")


def test_a_signature_keeps_who_as_what_with_which_limit_having_seen_what(cast: Cast) -> None:
    request = asked(cast)
    signed(cast, request)
    kept = Signature.objects.get()

    assert (kept.person_name, kept.person_title, kept.role, kept.method, kept.policy_version) == (
        "Cy Lindholm", "Team lead", "approver", "password", "settings",
    )  # fmt: skip
    assert (kept.limit_tokens, kept.limit_money) == (1_000_000, Decimal(30))
    assert (kept.terms_digest, kept.request_revision) == (request.terms_digest, 1)


def test_rows_read_back_have_the_digests_they_were_written_with(cast: Cast) -> None:
    signed_goal(cast)
    signature, authorisation = Signature.objects.get(), Authorisation.objects.get()

    assert digest_of(signature_facts(signature)) == signature.digest
    assert digest_of(authorisation_facts(authorisation)) == authorisation.digest


def test_at_the_limit_is_inside_and_one_more_is_not(cast: Cast) -> None:
    at_limit = asked(cast, budget_tokens=1_000_000, budget_money="30.00")
    beyond = asked(cast, budget_tokens=1_000_001, budget_money="30.00")
    signed(cast, at_limit)

    with pytest.raises(Forbidden) as refused:
        signed(cast, beyond)

    assert refused.value.code == "over-limit"
    assert refused.value.message == (
        "Cy Lindholm may sign up to 1,000,000 tokens and USD 30.00; this asks for 1,000,001 tokens and USD 30.00."
    )


def test_the_money_limit_counts_as_much_as_the_token_limit(cast: Cast) -> None:
    with pytest.raises(Forbidden) as refused:
        signed(cast, asked(cast, budget_money="30.01"))

    assert refused.value.code == "over-limit"


def test_what_is_beyond_one_goes_to_the_next(cast: Cast) -> None:
    request = asked(cast, budget_money="30.01")

    assert request.assigned_to == cast.dee
    assert signed(cast, request, by=cast.dee).status == RequestStatus.APPROVED


def test_nobody_signs_their_own_request(cast: Cast) -> None:
    request = asked(cast)

    with pytest.raises(SelfApproval) as refused:
        signed(cast, request, by=cast.ben)

    assert (refused.value.code, Request.objects.get().status) == ("self-approval", RequestStatus.PENDING)


@pytest.mark.parametrize("name", ["ada", "olu", "aud", "eve"])
def test_only_an_approver_signs(cast: Cast, name: str) -> None:
    request = asked(cast)

    with pytest.raises(Forbidden) as refused:
        signed(cast, request, by=getattr(cast, name))

    assert refused.value.code == "role-missing"


def test_a_service_account_never_signs(cast: Cast) -> None:
    request = asked(cast)

    with pytest.raises(Forbidden) as refused:
        signed(cast, request, by=cast.bot)

    assert refused.value.code == "service-account"


def test_being_a_superuser_confers_nothing(cast: Cast) -> None:
    cast.eve.is_superuser = cast.eve.is_staff = True
    cast.eve.save(update_fields=["is_superuser", "is_staff"])
    request = asked(cast)

    with pytest.raises(Forbidden) as refused:
        signed(cast, request, by=cast.eve)
    with pytest.raises(Forbidden):
        asked(cast, by=cast.eve)

    assert refused.value.code == "role-missing"


def test_a_refused_attempt_is_in_the_record_once(cast: Cast) -> None:
    request = asked(cast)
    for _ in range(3):
        with pytest.raises(SelfApproval):
            signed(cast, request, by=cast.ben)

    refusals = Event.objects.filter(action="request.refused")
    assert [event.sentence for event in refusals] == [
        "Ben Osei was not allowed to sign it: Ben Osei asked for this, and nobody signs for their own request. "
        "No money moved."
    ]


def test_what_nobody_could_sign_is_refused_at_the_form(cast: Cast) -> None:
    with pytest.raises(Invalid) as refused:
        asked(cast, budget_tokens=10_000_001, budget_money="40.00")

    assert (refused.value.code, refused.value.field) == ("nobody-eligible", "budget_money")
    assert "at most 5,000,000 tokens and USD 50.00" in refused.value.message
    assert Request.objects.count() == 0


def test_above_the_band_two_different_people_are_needed(cast: Cast) -> None:
    with pytest.raises(Invalid) as refused:
        asked(cast, budget_money="50.01")

    assert refused.value.details == {"needed": 2, "eligible": ["Dee Okafor"]}


@pytest.mark.parametrize("reason", ["", "  \n", None, "\x00"], ids=repr)
def test_a_signature_needs_a_reason(cast: Cast, reason: str) -> None:
    request = asked(cast)

    with pytest.raises(Invalid) as refused:
        signed(cast, request, reason=reason)

    assert (refused.value.field, Signature.objects.count()) == ("reason", 0)


@pytest.mark.parametrize("digest", ["", "x" * 64, "a" * 63])
def test_a_signature_names_the_page_that_was_read(cast: Cast, digest: str) -> None:
    request = asked(cast)

    with pytest.raises(Invalid) as refused:
        approvals.sign(
            acting=cast.acting(cast.cy), request_id=request.pk, revision=1, reason="Fine.", page_digest=digest
        )

    assert refused.value.field == "page_digest"


def test_a_decision_is_taken_once_and_says_by_whom(cast: Cast) -> None:
    request = asked(cast)
    signed(cast, request)

    with pytest.raises(Conflict) as refused:
        signed(cast, request, by=cast.dee)

    assert (refused.value.code, refused.value.details["decided_by"]) == ("already-decided", "Cy Lindholm")
    assert refused.value.details["decided_at"] is not None
    assert Goal.objects.count() == 1


def test_two_goals_for_the_same_wish_show_the_second_approver_the_first_cost(cast: Cast) -> None:
    first = signed_goal(cast)
    Account.objects.filter(pk=first.account_id).update(spent_tokens=120_000, spent_money=Decimal("3.50"))
    again = asked(cast, objective="  RECONCILE the two ledgers\nof August. ")
    known = json.loads(again.context_text)["same_objective"]

    assert (known["count"], known["spent_tokens"], Decimal(known["spent_money"])) == (
        1, 120_000, Decimal("3.5"),
    )  # fmt: skip
    assert [goal["goal"] for goal in known["goals"]] == [first.ref]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"tools": ["rm_rf"]}, "tools"), ({"budget_money": "0.001"}, "budget_money"), ({"per_round_money": "0"}, None),
     ({"objective": "\u202e\u200b"}, None)],
)  # fmt: skip
def test_what_could_never_run_or_be_read_is_refused_when_it_is_asked(
    cast: Cast, changes: dict[str, Any], field: str | None
) -> None:
    with pytest.raises(Invalid) as refused:
        asked(cast, **changes)

    assert (refused.value.field, Request.objects.count()) == (field or next(iter(changes)), 0)
