"""Two people at one instant: one answer, one freeze, one first set of people. Real threads."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest

from governance import escalations, freezes
from governance.actors import COUNTERSIGN
from governance.enums import Role
from governance.errors import Conflict
from governance.models import Account, Escalation, Event, Freeze, Person, RoleGrant
from governance.people import Limits, bootstrapping, leaving, may
from governance.people.bootstrapping import Newcomer
from tests.cast import HIRED, Cast
from tests.governance.questions import Told, put
from tests.racing import race, refusals

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_answers_leave_one_and_name_it(cast: Cast, account: Account, resume: Told) -> None:
    question = put(account)
    outcomes = race(
        *[
            partial(
                escalations.answer,
                acting=cast.acting(person),
                escalation_id=question.pk,
                answer="resume",
                reason="So.",
            )
            for person in (cast.cy, cast.dee)
        ]
    )
    (refused,) = refusals(outcomes)

    assert isinstance(refused, Conflict)
    assert refused.details["decided_by"] == str(Escalation.objects.get().answered_by)
    assert len(resume.seen) == Event.objects.filter(action="escalation.answered").count() == 1


def test_an_answer_and_silence_leave_one(cast: Cast, account: Account, resume: Told) -> None:
    question = put(account)
    Escalation.objects.filter(pk=question.pk).update(due_at=question.opened_at, level=3)
    answer = partial(
        escalations.answer,
        acting=cast.acting(cast.cy),
        escalation_id=question.pk,
        answer="resume",
        reason="So.",
    )
    race(answer, escalations.expire_due)

    assert len(resume.seen) == (Escalation.objects.get().status == "answered")


def test_twenty_freezes_are_one(cast: Cast) -> None:
    outcomes = race(*[partial(freezes.freeze, acting=cast.acting(cast.olu), reason="Stop.")] * 20)

    assert {type(error) for error in refusals(outcomes)} == {Conflict}
    assert (len(refusals(outcomes)), Freeze.objects.count()) == (19, 1)


@pytest.mark.usefixtures("transactional_db")
def test_two_first_days_are_one() -> None:
    people = [
        Newcomer(name="Ada", username="ada", roles=frozenset({Role.CONTROLLER})),
        Newcomer(name="Cy", username="cy", roles=frozenset({Role.APPROVER}), limits=_limits()),
    ]
    outcomes = race(*[partial(bootstrapping.bootstrap, acting=COUNTERSIGN, people=people)] * 2)
    (refused,) = refusals(outcomes)

    assert (getattr(refused, "code", refused), Person.objects.count()) == ("already-bootstrapped", 2)


def test_the_last_two_controllers_cannot_remove_each_other(cast: Cast) -> None:
    RoleGrant.objects.create(person=cast.eve, role=Role.CONTROLLER, valid_from=HIRED, granted_by="a story")
    grants = {grant.person: grant.pk for grant in RoleGrant.objects.filter(role=Role.CONTROLLER)}
    outcomes = race(
        *[
            partial(leaving.end_grant, acting=cast.acting(one), grant_id=grants[other], reason="You first.")
            for one, other in ((cast.ada, cast.eve), (cast.eve, cast.ada))
        ]
    )

    assert len(refusals(outcomes)) == 1
    assert [may(cast.ada, Role.CONTROLLER), may(cast.eve, Role.CONTROLLER)].count(True) == 1


def _limits() -> Limits:
    return Limits(1_000, Decimal(10), "USD")
