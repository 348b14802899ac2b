"""A named person stops all admissions in one act, and only a named person opens them again."""

from __future__ import annotations

import pytest

from governance import freezes
from governance.actors import COUNTERSIGN
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import CostCentre, Event, Freeze
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_a_freeze_of_the_service_holds_for_every_cost_centre(cast: Cast) -> None:
    placed = freezes.freeze(acting=cast.acting(cast.olu), reason="Unknown debit")

    assert (freezes.frozen(cast.payables.pk), freezes.frozen(None)) == (placed, placed)
    assert Event.objects.get().sentence == (
        "Olu Mensah froze all admissions of the whole service because Unknown debit. No round may start, no money "
        "moved."
    )


def test_a_freeze_of_one_cost_centre_leaves_the_others_alone(cast: Cast) -> None:
    other = CostCentre.objects.create(code="4220", name="Treasury")
    placed = freezes.freeze(acting=cast.acting(cast.cy), reason="Unknown debit", cost_centre=cast.payables)

    assert (freezes.frozen(cast.payables.pk), freezes.frozen(other.pk), freezes.frozen(None)) == (
        placed, None, None,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["ada", "cy", "dee", "olu"])
def test_controller_approver_and_operator_may_freeze(cast: Cast, name: str) -> None:
    assert freezes.freeze(acting=cast.acting(getattr(cast, name)), reason="Stop.").lifted_at is None


@pytest.mark.parametrize("name", ["ben", "aud", "eve", "bot"])
def test_nobody_else_may(cast: Cast, name: str) -> None:
    with pytest.raises(Forbidden):
        freezes.freeze(acting=cast.acting(getattr(cast, name)), reason="Stop.")

    assert Freeze.objects.count() == 0


def test_the_service_itself_never_lifts(cast: Cast) -> None:
    placed = freezes.freeze(acting=cast.acting(cast.olu), reason="Stop.")

    with pytest.raises(Forbidden) as refused:
        freezes.lift(acting=COUNTERSIGN, freeze_id=placed.pk, reason="It is fine.")

    assert (refused.value.code, freezes.frozen(None)) == ("not-a-person", placed)


def test_a_freeze_is_placed_once_and_lifted_once(cast: Cast) -> None:
    placed = freezes.freeze(acting=cast.acting(cast.olu), reason="Stop.")
    with pytest.raises(Conflict) as again:
        freezes.freeze(acting=cast.acting(cast.cy), reason="Stop.")
    freezes.lift(acting=cast.acting(cast.ada), freeze_id=placed.pk, reason="The bank confirmed")

    with pytest.raises(Conflict) as twice:
        freezes.lift(acting=cast.acting(cast.cy), freeze_id=placed.pk, reason="Again.")

    assert (again.value.code, again.value.details["decided_by"]) == ("already-frozen", "Olu Mensah")
    assert (twice.value.code, twice.value.details["decided_by"]) == ("already-decided", "Ada Brandt")
    assert [event.action for event in Event.objects.order_by("pk")] == ["freeze.placed", "freeze.lifted"]


def test_after_a_lift_it_can_be_frozen_again(cast: Cast) -> None:
    placed = freezes.freeze(acting=cast.acting(cast.olu), reason="Stop.")
    freezes.lift(acting=cast.acting(cast.olu), freeze_id=placed.pk, reason="Fine.")

    assert freezes.frozen(None) is None
    assert freezes.freeze(acting=cast.acting(cast.olu), reason="Stop again.").pk != placed.pk


def test_a_freeze_needs_a_reason(cast: Cast) -> None:
    with pytest.raises(Invalid) as refused:
        freezes.freeze(acting=cast.acting(cast.olu), reason=" ")

    assert refused.value.field == "reason"
