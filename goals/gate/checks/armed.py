"""Check 4: a person's permission to continue is alive, in the epoch of the driver that runs now."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.live_epoch is not None and facts.armed_epoch == facts.live_epoch:
        return None
    if facts.live_epoch is None:
        sentence = "No driver is running, so nothing may start by itself."
    elif facts.armed_epoch is None:
        sentence = "The goal is disarmed; a named person must resume it."
    else:
        sentence = "The driver was replaced since the goal was armed; a named person must resume it."
    return Refusal(
        "goal-disarmed", sentence, {"armed_epoch": facts.armed_epoch, "driver_epoch": facts.live_epoch}
    )
