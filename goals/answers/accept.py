"""“It is complete.” Certified by a named person; the claim of the agent stays what it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import claims
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Accept:
    name = "accept"
    meaning = "Accept it as complete"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        claims.refuse_accepting(acting, goal_of(escalation))

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        claims.accept_locked(acting=acting, goal=goal_of(escalation), reason=escalation.reason)
