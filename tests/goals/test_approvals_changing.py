"""Other terms: wider ones are asked for and signed, narrower ones act at once, and neither arms anything."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from goals import activation, approvals
from goals.models import Armed, Goal, SessionEvent
from governance import authorisations, clock
from governance.enums import AuthorisationStatus, RequestStatus, Role
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Authorisation, LedgerEntry, Request, RoleGrant
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.goals.terms_stories import terms

pytestmark = pytest.mark.django_db


def _ask_change(cast: Cast, goal: Goal, *, base: str | None = None, **changes: Any) -> Request:
    return approvals.ask_change(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=terms(**changes), reason="The work is larger.",
        base_digest=base or _fresh(goal).account.terms.digest,
    )  # fmt: skip


def _narrow(cast: Cast, goal: Goal, *, by: Any = None, base: str | None = None, **changes: Any) -> Goal:
    return approvals.narrow(
        acting=cast.acting(by or cast.ben), goal_id=goal.pk, terms=terms(**changes), reason="Less is enough.",
        base_digest=base or _fresh(goal).account.terms.digest,
    )  # fmt: skip


def _fresh(goal: Goal) -> Goal:
    return Goal.objects.select_related("account__terms", "account__authorisation", "session").get(pk=goal.pk)


def test_a_raise_is_signed_and_takes_effect_in_absolute_totals(cast: Cast) -> None:
    goal = signed_goal(cast)
    signed(cast, _ask_change(cast, goal, budget_tokens=600_000, budget_money="18.00"))
    account = _fresh(goal).account

    assert (account.budget_tokens, account.budget_money, account.terms_version) == (600_000, Decimal(18), 2)
    assert [a.status for a in Authorisation.objects.order_by("pk")] == [
        AuthorisationStatus.SUPERSEDED, AuthorisationStatus.IN_FORCE,
    ]  # fmt: skip
    assert account.authorisation == Authorisation.objects.latest("pk")
    assert account.events.latest("pk").sentence.endswith(
        f"{goal.ref} has other terms: budget tokens from 400,000 to 600,000 and budget money from USD 12.00 to "
        "USD 18.00. Signing starts nothing by itself."
    )
    assert (account.events.latest("pk").effect_tokens, account.events.latest("pk").effect_money) == (
        200_000, Decimal(6),
    )  # fmt: skip


def test_a_raise_of_the_budget_leaves_the_goal_s_revision_alone(cast: Cast) -> None:
    goal = signed_goal(cast)
    signed(cast, _ask_change(cast, goal, budget_tokens=600_000))

    assert _fresh(goal).revision == 1
    assert SessionEvent.objects.filter(goal=goal).count() == 1


def test_raising_never_arms(cast: Cast) -> None:
    goal = signed_goal(cast)
    activation.disarm(goal)
    signed(cast, _ask_change(cast, goal, budget_tokens=600_000))

    assert Armed.objects.count() == 0


def test_an_edit_of_objective_or_cap_moves_the_revision_under_the_new_authorisation(cast: Cast) -> None:
    goal = signed_goal(cast)
    signed(cast, _ask_change(cast, goal, objective="Reconcile August and July", max_rounds=9))
    after = _fresh(goal)
    event = SessionEvent.objects.filter(goal=goal).latest("seq")

    assert (after.revision, after.objective, after.max_rounds, after.phase) == (
        2, "Reconcile August and July", 9, "active",
    )  # fmt: skip
    assert (json.loads(event.data)["operation"], event.authorisation) == ("edit", after.account.authorisation)
    assert Armed.objects.filter(goal=goal).exists()


def test_a_change_over_a_base_that_has_moved_is_refused(cast: Cast) -> None:
    goal = signed_goal(cast)
    base = _fresh(goal).account.terms.digest
    _narrow(cast, goal, budget_tokens=300_000)

    with pytest.raises(Conflict) as refused:
        _ask_change(cast, goal, base=base, budget_tokens=600_000)

    assert (refused.value.code, refused.value.details["terms_version"]) == ("stale-terms", 2)


def test_a_request_in_flight_is_closed_when_its_base_moves(cast: Cast) -> None:
    goal = signed_goal(cast)
    request = _ask_change(cast, goal, budget_tokens=600_000)
    _narrow(cast, goal, budget_tokens=300_000)

    with pytest.raises(Conflict) as refused:
        signed(cast, request)

    assert (refused.value.code, Request.objects.get(pk=request.pk).status) == (
        "stale-terms", RequestStatus.STALE,
    )  # fmt: skip
    assert json.loads(_fresh(goal).account.events.latest("pk").body)["facts"]["overtaken"] == [request.ref]


def test_two_raises_over_one_base_are_not_added_up(cast: Cast) -> None:
    goal = signed_goal(cast)
    first = _ask_change(cast, goal, budget_tokens=500_000)
    second = _ask_change(cast, goal, budget_tokens=600_000)
    signed(cast, second)

    with pytest.raises(Conflict) as refused:
        signed(cast, first)

    assert (refused.value.code, _fresh(goal).account.budget_tokens) == ("stale-terms", 600_000)


def test_what_only_narrows_needs_no_signature_and_is_told_so(cast: Cast) -> None:
    goal = signed_goal(cast)

    with pytest.raises(Invalid) as refused:
        _ask_change(cast, goal, budget_tokens=300_000)
    with pytest.raises(Invalid) as unchanged:
        _ask_change(cast, goal)

    assert (refused.value.code, unchanged.value.code) == ("narrowing-needs-no-signature", "no-change")


def test_another_cost_centre_needs_a_new_goal(cast: Cast) -> None:
    type(cast.payables).objects.create(code="4220", name="Treasury")
    goal = signed_goal(cast)

    with pytest.raises(Invalid) as refused:
        _ask_change(cast, goal, cost_centre="4220")

    assert refused.value.field == "cost_centre"


def test_the_owner_does_not_sign_a_colleague_s_request_for_their_goal(cast: Cast) -> None:
    goal = signed_goal(cast)
    RoleGrant.objects.create(
        person=cast.olu, role=Role.REQUESTER, valid_from=clock.now(), granted_by="a story"
    )
    RoleGrant.objects.create(
        person=cast.ben, role=Role.APPROVER, limit_tokens=10**7, limit_money=Decimal(100), valid_from=clock.now(),
        granted_by="a story",
    )  # fmt: skip
    request = approvals.ask_change(
        acting=cast.acting(cast.olu), goal_id=goal.pk, terms=terms(max_rounds=9), reason="For Ben.",
        base_digest=_fresh(goal).account.terms.digest,
    )  # fmt: skip

    with pytest.raises(Forbidden) as refused:
        signed(cast, request, by=cast.ben)

    assert refused.value.code == "self-approval"


def test_revoking_ends_the_authorisation_and_disarms(cast: Cast) -> None:
    goal = signed_goal(cast)
    approvals.revoke(acting=cast.acting(cast.ada), goal_id=goal.pk, reason="The supplier is disputed.")
    account = _fresh(goal).account

    assert (account.authorisation.status, Armed.objects.count()) == (AuthorisationStatus.REVOKED, 0)
    assert authorisations.standing(account.authorisation, at=clock.now()).startswith(
        "Ada Brandt revoked the authorisation on "
    )
    assert account.events.latest("pk").sentence == (
        f"Ada Brandt revoked the authorisation of {goal.ref} because The supplier is disputed. No further round "
        "may start."
    )


def test_a_revocation_happens_once_and_only_by_who_may(cast: Cast) -> None:
    goal = signed_goal(cast)
    with pytest.raises(Forbidden):
        approvals.revoke(acting=cast.acting(cast.ben), goal_id=goal.pk, reason="Mine.")
    approvals.revoke(acting=cast.acting(cast.cy), goal_id=goal.pk, reason="No.")

    with pytest.raises(Conflict) as refused:
        approvals.revoke(acting=cast.acting(cast.dee), goal_id=goal.pk, reason="No.")

    assert (refused.value.code, refused.value.details["decided_by"]) == ("already-ended", "Cy Lindholm")


def test_after_a_revocation_the_same_terms_can_be_signed_anew(cast: Cast) -> None:
    goal = signed_goal(cast)
    approvals.revoke(acting=cast.acting(cast.cy), goal_id=goal.pk, reason="Wait.")
    signed(cast, _ask_change(cast, goal), by=cast.dee)
    account = _fresh(goal).account

    assert authorisations.in_force(account, at=clock.now()) == account.authorisation
    assert Armed.objects.count() == 0


def test_every_budget_entry_is_vouched_for_in_order(cast: Cast) -> None:
    goal = signed_goal(cast)
    signed(cast, _ask_change(cast, goal, budget_tokens=600_000))
    _narrow(cast, goal, budget_tokens=500_000)
    told = [
        name.split(":")[1]
        for event in _fresh(goal).account.events.order_by("seq")
        for name in json.loads(event.body)["covers"]
        if name.startswith("entry:")
    ]

    assert told == [f"{goal.account_id}.{entry.seq}" for entry in LedgerEntry.objects.order_by("seq")]


def test_a_goal_that_ended_is_not_changed(cast: Cast) -> None:
    goal = signed_goal(cast)
    Goal.objects.filter(pk=goal.pk).update(cleared=True)

    with pytest.raises(Conflict) as refused:
        _ask_change(cast, goal, max_rounds=9)

    assert refused.value.code == "goal-ended"
    assert asked(cast).status == RequestStatus.PENDING
