"""What a lost call cost is said by an approver or a controller, never by the owner, at the verb itself."""

from __future__ import annotations

import pytest

from goals.models import Execution
from goals.rounds import uncertain
from governance.errors import Forbidden
from governance.models import Escalation
from tests.api.world import lose_a_call
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost(cast: Cast) -> Execution:
    return lose_a_call(cast, signed_goal(cast, budget_money=None))


def _settle(cast: Cast, lost: Execution, who: str) -> Execution:
    return uncertain.settle(
        acting=cast.acting(getattr(cast, who)),
        execution_id=lost.pk,
        tokens=100,
        money=None,
        reason="The bill.",
    )


@pytest.mark.parametrize(
    ("who", "code"),
    [("ben", "self-approval"), ("olu", "wrong-person"), ("aud", "wrong-person"), ("eve", "wrong-person"),
     ("bot", "not-a-person")],
)  # fmt: skip
def test_who_may_not_say_what_it_cost(cast: Cast, lost: Execution, who: str, code: str) -> None:
    with pytest.raises(Forbidden) as refused:
        _settle(cast, lost, who)

    assert refused.value.code == code
    lost.refresh_from_db()
    assert (lost.state, lost.tokens) == ("uncertain", 0)


@pytest.mark.parametrize("who", ["cy", "dee", "ada"])
def test_who_may(cast: Cast, lost: Execution, who: str) -> None:
    assert (_settle(cast, lost, who).outcome, Execution.objects.get().tokens) == ("uncertain-settled", 100)


def test_it_is_asked_of_the_signer_and_never_of_the_owner_who_could_not_answer(
    cast: Cast, lost: Execution
) -> None:
    question = Escalation.objects.get(cause="uncertain")

    assert (question.assigned_to, question.level) == (cast.cy, 1)
