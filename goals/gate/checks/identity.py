"""Check 1: the goal exists, and it is the one, at the revision, that was reserved."""

from goals.gate.answer import Refusal
from goals.gate.facts import Facts


def check(facts: Facts) -> Refusal | None:
    if facts.goal_id is None or facts.cleared:
        return Refusal(
            "stale-revision", "There is no such goal any more.",
            {"asked_id": facts.asked_goal_id, "asked_revision": facts.asked_revision},
        )  # fmt: skip
    moved = facts.goal_id != facts.asked_goal_id or facts.revision != facts.asked_revision
    renumbered = facts.asked_number is not None and facts.asked_number != facts.next_number
    if not moved and not renumbered:
        return None
    return Refusal(
        "stale-revision",
        f"This was reserved for revision {facts.asked_revision}; the goal is at revision {facts.revision} "
        f"and round {facts.next_number} is due.",
        {"asked_id": facts.asked_goal_id, "asked_revision": facts.asked_revision, "revision": facts.revision,
         "asked_round": facts.asked_number, "round_due": facts.next_number},
    )  # fmt: skip
