"""Check 5: a named person's signature covers the goal now, as its terms stand now."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if not facts.lapsed:
        return None
    return Refusal("authorisation-lapsed", facts.lapsed, {"reason": facts.lapsed})
