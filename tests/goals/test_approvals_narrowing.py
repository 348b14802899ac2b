"""Narrower terms act at once, by whoever may stop a goal, and the books stand whatever is spent."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from goals import approvals, gate
from goals.models import Goal
from goals.terms import read_terms
from governance import authorisations, clock, ledger
from governance.actors import COUNTERSIGN
from governance.enums import UsageState
from governance.errors import Forbidden, Invalid
from governance.models import Account, RoleGrant
from governance.money import ZERO
from governance.prices import seeding
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.goals.terms_stories import terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def priced(db: None) -> None:
    """The scripted models have their price."""
    seeding.seed(acting=COUNTERSIGN, currency="USD")


def _narrow(cast: Cast, goal: Goal, *, by: Any = None, base: str | None = None, **changes: Any) -> Goal:
    return approvals.narrow(
        acting=cast.acting(by or cast.ben), goal_id=goal.pk, terms=terms(**changes), reason="Less is enough.",
        base_digest=base or _fresh(goal).account.terms.digest,
    )  # fmt: skip


def _fresh(goal: Goal) -> Goal:
    return Goal.objects.select_related("account__terms", "account__authorisation", "session").get(pk=goal.pk)


def _spend(account: Account, *, spent: int, held: int) -> None:
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        kept, _ = ledger.hold(locked, purpose="a story", tokens=spent + held, money=ZERO)
        ledger.post(
            locked, kept,
            ledger.Bill(reference="story", tokens=spent, money=ZERO, bound_tokens=spent, bound_money=ZERO,
                        price=None, usage_state=UsageState.REPORTED),
        )  # fmt: skip


def test_what_widens_cannot_be_narrowed_in(cast: Cast) -> None:
    goal = signed_goal(cast)

    with pytest.raises(Invalid) as refused:
        _narrow(cast, goal, budget_tokens=300_000, max_rounds=6, tools=["run_command"])

    assert (refused.value.code, refused.value.details["widens"]) == (
        "needs-signature",
        ["max_rounds", "tools"],
    )
    assert _fresh(goal).account.terms_version == 1


def test_narrowing_acts_at_once_and_leaves_the_authorisation_in_force(cast: Cast) -> None:
    goal = signed_goal(cast)
    _narrow(cast, goal, by=cast.olu, budget_tokens=300_000, budget_money="9.00", models=["scripted-1"])
    account = _fresh(goal).account
    event = account.events.latest("pk")

    assert (account.budget_tokens, account.budget_money, account.terms_version) == (300_000, Decimal(9), 2)
    assert read_terms(account.terms.text).models == ("scripted-1",)
    assert authorisations.standing(account.authorisation, at=clock.now()) == ""
    assert (event.action, event.effect_tokens, event.effect_money) == (
        "terms.narrowed",
        -100_000,
        Decimal(-3),
    )
    assert event.sentence == (
        f"Olu Mensah narrowed the terms of {goal.ref}, budget tokens from 400,000 to 300,000, budget money from "
        "USD 12.00 to USD 9.00 and models, because Less is enough."
    )


def test_a_lower_round_cap_is_an_edit_of_the_goal(cast: Cast) -> None:
    goal = signed_goal(cast)
    _narrow(cast, goal, max_rounds=2)

    assert (_fresh(goal).revision, _fresh(goal).max_rounds) == (2, 2)


@pytest.mark.parametrize(("cap", "over"), [(500, 400), (900, 0), (0, 900)])
def test_a_budget_below_what_is_spent_and_held_is_over_and_nothing_breaks(
    cast: Cast, cap: int, over: int
) -> None:
    goal = signed_goal(cast, budget_tokens=2_000)
    _spend(goal.account, spent=800, held=100)
    approvals.narrow(
        acting=cast.acting(cast.cy), goal_id=goal.pk, terms=terms(budget_tokens=cap), reason="Enough.",
        base_digest=_fresh(goal).account.terms.digest,
    )  # fmt: skip
    account = _fresh(goal).account

    assert (account.budget_tokens, account.over_tokens, account.available_tokens) == (cap, over, 0)
    assert (account.spent_tokens, account.held_tokens) == (800, 100)


@pytest.mark.parametrize("name", ["eve", "aud", "bot"])
def test_who_has_no_part_in_it_cannot_narrow(cast: Cast, name: str) -> None:
    goal = signed_goal(cast)

    with pytest.raises(Forbidden):
        _narrow(cast, goal, by=getattr(cast, name), budget_tokens=1_000)

    assert _fresh(goal).account.budget_tokens == 400_000


def test_an_earlier_end_stops_admission_at_that_instant(cast: Cast, priced: None) -> None:
    goal = signed_goal(cast)
    before = gate.ask(_fresh(goal))
    _narrow(cast, goal, valid_until="2026-01-01T00:00:00Z")
    after = gate.ask(_fresh(goal))

    assert (before.admitted, after.admitted, after.code) == (True, False, "authorisation-lapsed")
    assert after.sentence == "The terms ended on 01 Jan 2026 at 00:00 UTC."


def test_a_narrowed_goal_goes_on_inside_its_lower_terms(cast: Cast, priced: None) -> None:
    goal = signed_goal(cast)
    _narrow(cast, goal, budget_tokens=300_000, max_rounds=2, tools=[])

    answer = gate.ask(_fresh(goal))

    assert (answer.admitted, answer.hold_tokens) == (True, 300_000)


def test_a_cut_limit_refuses_and_terms_that_fit_it_are_admitted(cast: Cast, priced: None) -> None:
    goal = signed_goal(cast)
    RoleGrant.objects.filter(person=cast.cy).update(ended_at=clock.now())
    RoleGrant.objects.create(
        person=cast.cy, role="approver", limit_tokens=300_000, limit_money=Decimal(30), valid_from=clock.now(),
        granted_by="a story",
    )  # fmt: skip
    cut = gate.ask(_fresh(goal))
    _narrow(cast, goal, budget_tokens=300_000)

    assert (cut.code, gate.ask(_fresh(goal)).admitted) == ("authorisation-lapsed", True)
