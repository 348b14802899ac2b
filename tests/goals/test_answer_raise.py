"""Answering a stop by raising it: within the limit at once, above the band as the first of two, by the owner never."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from goals import operations, store
from goals.models import Goal
from goals.stops import block
from governance import authorisations, escalations
from governance.actors import COUNTERSIGN
from governance.errors import Conflict, Forbidden, Invalid, SelfApproval
from governance.models import Escalation, Event, Request, RoleGrant, Signature
from governance.transactions import outermost
from tests.cast import HIRED, Cast
from tests.goals.approvals import asked, signed_goal

pytestmark = pytest.mark.django_db


def stopped(cast: Cast) -> tuple[Goal, Escalation]:
    goal = signed_goal(cast)
    with outermost():
        locked = store.lock(goal.pk)
        block(acting=COUNTERSIGN, goal=locked, code="token-budget", message="Nothing is left.")
    return fresh(goal), Escalation.objects.get()


def fresh(goal: Goal) -> Goal:
    return Goal.objects.select_related("account__terms", "account__authorisation__request").get(pk=goal.pk)


def answer(cast: Cast, question: Escalation, who: str = "cy", **totals: Any) -> Escalation:
    base = question.account.terms.digest if question.account.terms else ""
    return escalations.answer(
        acting=cast.acting(getattr(cast, who)), escalation_id=question.pk, answer="raise",
        reason="It is nearly done.", data={"base_digest": base, **totals},
    )  # fmt: skip


def test_within_the_limit_the_budget_is_raised_and_the_goal_resumed_in_one_act(cast: Cast) -> None:
    goal, question = stopped(cast)
    answer(cast, question, budget_tokens=900_000, budget_money="20.00")
    after, request = fresh(goal), Request.objects.get(kind="terms")

    assert (after.phase, after.account.budget_tokens, after.account.budget_money) == (
        "active",
        900_000,
        Decimal(20),
    )
    assert (request.status, request.requester, after.account.authorisation.request) == (
        "approved",
        cast.ben,
        request,
    )
    assert Signature.objects.get(request=request).person == cast.cy
    assert question.ref in request.context_text


def test_the_record_says_who_asked_in_whose_name_and_who_signed(cast: Cast) -> None:
    _goal, question = stopped(cast)
    answer(cast, question, budget_tokens=900_000)
    request = Request.objects.get(kind="terms")
    put = Event.objects.get(stream__startswith="request:", action="request.asked", actor=None)
    signed = Event.objects.filter(action="request.approved").order_by("pk").last()

    assert put.sentence.startswith(
        f"Countersign, in the name of Ben Osei, asked Cy Lindholm to sign {request.ref}"
    )
    assert signed is not None
    assert signed.sentence.startswith(f"Cy Lindholm signed {request.ref}")


def test_above_the_limit_nothing_happens(cast: Cast) -> None:
    goal, question = stopped(cast)
    with pytest.raises(Forbidden, match="may sign up to"):
        answer(cast, question, budget_money="31.00")

    assert (fresh(goal).phase, Escalation.objects.get().status) == ("blocked", "open")
    assert Request.objects.filter(kind="terms").count() == 0


def test_above_the_band_it_is_the_first_of_two_and_the_goal_stays_stopped_and_asked_about(cast: Cast) -> None:
    goal, question = stopped(cast)
    RoleGrant.objects.create(
        person=cast.eve,
        role="approver",
        limit_tokens=2_000_000,
        limit_money=80,
        valid_from=HIRED,
        granted_by="the story",
    )
    answer(cast, question, who="dee", budget_money="60.00")
    request, again = Request.objects.get(kind="terms"), Escalation.objects.get(status="open")

    assert (request.status, request.signatures_needed, fresh(goal).phase) == ("pending", 2, "blocked")
    assert fresh(goal).account.budget_money == Decimal(12)
    assert again.sentence.startswith(
        f"{request.ref} raises it to 400,000 tokens and USD 60.00 and waits for the second"
    )


@pytest.mark.parametrize("who", ["ben", "ada", "olu", "aud", "bot"])
def test_only_an_approver_who_has_no_part_in_it_may(cast: Cast, who: str) -> None:
    _goal, question = stopped(cast)
    with pytest.raises((SelfApproval, Forbidden)):
        answer(cast, question, who=who, budget_tokens=900_000)

    assert Request.objects.filter(kind="terms").count() == 0


def test_an_owner_who_is_an_approver_still_cannot(cast: Cast) -> None:
    _goal, question = stopped(cast)
    RoleGrant.objects.create(
        person=cast.ben,
        role="approver",
        limit_tokens=2_000_000,
        limit_money=80,
        valid_from=HIRED,
        granted_by="the story",
    )
    with pytest.raises(SelfApproval):
        answer(cast, question, who="ben", budget_tokens=900_000)


@pytest.mark.parametrize(
    ("totals", "field"),
    [({}, "budget_tokens"), ({"budget_tokens": 400_000}, "budget_tokens"), ({"budget_tokens": 1}, "budget_tokens"),
     ({"max_rounds": 4}, "max_rounds"), ({"budget_money": "0.5"}, "budget_money")],
)  # fmt: skip
def test_a_total_that_raises_nothing_is_refused_at_its_field(
    cast: Cast, totals: dict[str, Any], field: str
) -> None:
    _goal, question = stopped(cast)
    with pytest.raises(Invalid) as refused:
        answer(cast, question, **totals)

    assert refused.value.field == field


def test_terms_that_moved_since_they_were_read_are_refused(cast: Cast) -> None:
    _goal, question = stopped(cast)
    with pytest.raises(Conflict) as refused:
        escalations.answer(
            acting=cast.acting(cast.cy), escalation_id=question.pk, answer="raise", reason="Now.",
            data={"base_digest": "0" * 64, "budget_tokens": 900_000},
        )  # fmt: skip

    assert refused.value.code == "stale-terms"


def test_once_nobody_is_asked_any_more_an_approver_may_resume_and_the_owner_may_not(cast: Cast) -> None:
    goal, question = stopped(cast)
    with pytest.raises(Conflict, match=question.ref):
        operations.resume(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=goal.revision)
    Escalation.objects.update(status="expired")
    with pytest.raises(Forbidden, match="Cy Lindholm or Dee Okafor"):
        operations.resume(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=goal.revision)
    operations.resume(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=goal.revision, reason="Go on.")

    assert fresh(goal).phase == "active"


def test_nobody_but_countersign_asks_in_the_name_of_somebody(cast: Cast) -> None:
    request = asked(cast)
    draft = authorisations.Draft(kind="goal", title="x", reason="y", text=request.terms_text)  # type: ignore[arg-type]
    with pytest.raises(Forbidden, match="Nobody asks in the name of somebody else"), outermost():
        authorisations.ask(acting=cast.acting(cast.ada), draft=draft, in_the_name_of=cast.ben)
