"""“Seen.” A pattern that somebody has looked at; nothing changes by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import authority
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Noted:
    name = "noted"
    meaning = "Seen, it may go on"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        authority.require(acting, goal_of(escalation), authority.STOPPERS, "answer for")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        """Nothing: the answer itself is the record."""
