"""What a way of working adds to the pages of its goals: registered by its name, asked for by the pages.

The pages know no strategy; a strategy that has nothing to add registers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from goals.models import Execution, Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page: its heading, a note at the right of it, and a template with its context."""

    heading: str
    template: str
    note: str = ""
    context: dict[str, Any] = field(default_factory=dict)


class Pages(Protocol):
    """Each is one or two queries, whatever the number of rounds."""

    def of_goal(self, goal: Goal) -> Sequence[Section]:
        """Sections of the goal page, between what happens next and the rounds."""

    def of_round(self, execution: Execution) -> Sequence[Section]:
        """Sections of a round's page, above its steps."""

    def ahead(self, goal: Goal) -> Sequence[dict[str, str]]:
        """Notes about what would stop the goal, in the words of `next_events`."""

    def why_note(self, goal: Goal) -> str:
        """A few words under "Not stopped", or "" ."""

    def said(self, executions: Sequence[int]) -> dict[int, str]:
        """What rounds say they did, by execution."""

    def open_points(self, goal: Goal) -> Sequence[dict[str, str]]:
        """Pairs for the open points of the statement."""


class Nothing:
    """For strategies that add nothing."""

    def of_goal(self, goal: Goal) -> Sequence[Section]:
        return ()

    def of_round(self, execution: Execution) -> Sequence[Section]:
        return ()

    def ahead(self, goal: Goal) -> Sequence[dict[str, str]]:
        return ()

    def why_note(self, goal: Goal) -> str:
        return ""

    def said(self, executions: Sequence[int]) -> dict[int, str]:
        return {}

    def open_points(self, goal: Goal) -> Sequence[dict[str, str]]:
        return ()


_PAGES: dict[str, Pages] = {}


def register(strategy: str, pages: Pages) -> None:
    """Say what this strategy adds."""
    _PAGES[strategy] = pages


def of(strategy: str) -> Pages:
    """What this strategy adds; nothing where it registered nothing."""
    return _PAGES.get(strategy, Nothing())
