"""“It is not complete.” The goal is blocked as `completion-rejected`, disarmed, and asks what now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import authority, claims
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Reject:
    name = "reject"
    meaning = "Reject it: not complete"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        authority.require(acting, goal_of(escalation), authority.RESUMERS, "reject")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        claims.reject_locked(acting=acting, goal=goal_of(escalation), reason=escalation.reason)
