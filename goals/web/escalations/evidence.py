"""What the evidence of a question looks like: apps register how the evidence of their causes is drawn."""

from __future__ import annotations

from collections.abc import Callable

from goals.models import Goal
from goals.web.sections import Section
from governance.models import Escalation

Drawn = Callable[[Escalation, Goal], Section | None]
_DRAWN: dict[str, Drawn] = {}


def register(cause: str, drawn: Drawn) -> None:
    """Say how the evidence of this cause is shown."""
    _DRAWN[cause] = drawn


def of(question: Escalation, goal: Goal) -> Section | None:
    """The section for this question's evidence; None where there is nothing beyond its sentence."""
    drawn = _DRAWN.get(question.cause)
    return drawn(question, goal) if drawn else None
