"""“Close the goal.” What was done is kept; what is unspent goes back to the cost centre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import operations
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Close:
    name = "close"
    meaning = "Close the goal"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        return None

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        goal = goal_of(escalation)
        operations.clear_locked(acting=acting, goal=goal, revision=goal.revision, reason=escalation.reason)
