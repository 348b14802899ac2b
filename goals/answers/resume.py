"""“It is settled: resume as it is.” The goal may start its next round; its terms stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import operations
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Resume:
    name = "resume"
    meaning = "Resume as it is"
    spends_on = True

    def may(self, acting: Acting, escalation: Escalation) -> None:
        return None

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        goal = goal_of(escalation)
        operations.resume_locked(acting=acting, goal=goal, revision=goal.revision, reason=escalation.reason)
