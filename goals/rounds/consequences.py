"""What a posted attempt means for the goal: an overrun stops it, a figure nobody can trust disarms it."""

from __future__ import annotations

from goals import activation, stops
from goals.enums import BlockCode, Phase
from goals.models import Attempt, Execution
from goals.rounds.leases import Stop
from goals.rounds.spending import Posted
from goals.terms import read_terms
from governance import audit
from governance.actors import COUNTERSIGN


def of(execution: Execution, attempt: Attempt, posted: Posted) -> Stop | None:
    """Apply the consequences to the locked goal; the stop that ends the execution, or None."""
    if posted.over_tokens or posted.over_money:
        return _overrun(execution, posted)
    if posted.counted.quarantined:
        sentence = "The provider reported a usage that cannot be true; the full bound is counted."
        return _disarm(execution, "usage-not-trusted", sentence)
    if posted.other_model and not _allowed(execution, attempt.returned_model):
        sentence = f"The provider answered with {attempt.returned_model}, which was not signed for."
        return _disarm(execution, "model-not-signed", sentence)
    return None


def _overrun(execution: Execution, posted: Posted) -> Stop:
    message = (
        f"The provider counted {posted.over_tokens:,} tokens and {execution.goal.account.currency} "
        f"{posted.over_money:.4f} more than the request allowed."
    )
    goal = execution.goal
    if goal.phase == Phase.ACTIVE:
        stops.block(
            acting=COUNTERSIGN, goal=goal, code=BlockCode.USAGE_OVERRUN, message=message,
            numbers={"over_tokens": posted.over_tokens, "over_money": posted.over_money},
        )  # fmt: skip
    return Stop("usage-overrun", message)


def _disarm(execution: Execution, code: str, sentence: str) -> Stop:
    if activation.disarm(execution.goal):
        audit.record(
            acting=COUNTERSIGN, on=execution.goal.account, action="goal.disarmed",
            sentence=f"Countersign disarmed the goal: {sentence} No money moved.",
            facts={"code": code, "execution": execution.pk},
        )  # fmt: skip
    return Stop(code, sentence)


def _allowed(execution: Execution, model: str) -> bool:
    terms = execution.goal.account.terms
    return terms is not None and any(
        model == name or model.startswith(f"{name}-") for name in read_terms(terms.text).models
    )
