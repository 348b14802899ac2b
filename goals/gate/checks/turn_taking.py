"""Check 6: nothing else runs or is unresolved, and no person waits to speak first."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.live_execution:
        state = (
            "is uncertain and waits for a person" if facts.live_state == "uncertain" else "is still running"
        )
        return Refusal(
            "round-live", f"{facts.live_execution[:1].upper()}{facts.live_execution[1:]} {state}.",
            {"live": facts.live_execution, "state": facts.live_state},
        )  # fmt: skip
    if facts.kind == "round" and facts.human_waiting:
        return Refusal(
            "human-first", "A person has written into the session and goes first.",
            {"waiting": facts.human_waiting},
        )  # fmt: skip
    return None
