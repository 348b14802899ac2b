"""“Tell the next agent.” What the person writes is part of the next round's input, under their name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals import authority
from goals.answers.subject import goal_of
from governance.actors import Acting
from governance.models import Escalation


class Tell:
    name = "tell"
    meaning = "Tell the next agent"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        authority.require(acting, goal_of(escalation), authority.STOPPERS, "answer for")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        """The reason is the answer; the next round reads it from there."""
