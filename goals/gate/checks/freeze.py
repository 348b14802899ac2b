"""Check 2: nobody has frozen admissions for the service or for this cost centre."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if not facts.frozen_by:
        return None
    return Refusal(
        "frozen", f"{facts.frozen_by} has frozen admissions: {facts.frozen_reason}",
        {"frozen_by": facts.frozen_by, "reason": facts.frozen_reason},
    )  # fmt: skip
