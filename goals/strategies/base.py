"""The protocol between rounds and the way a goal is worked on. A strategy is one file and one `register`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from governance.errors import Invalid

if TYPE_CHECKING:
    from goals.agent.endings import Ending
    from goals.gate.answer import Refusal
    from goals.models import Execution, Goal, Session
    from goals.terms import Terms
    from governance.actors import Acting
    from governance.models import Escalation


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What the model is sent: messages in order, and names of the tools offered."""

    messages: Sequence[dict[str, Any]]
    tools: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What an ended execution means for its goal. At most one of block, claim and disarm.

    `earlier` is the answered question that a block asks again, one level up.
    """

    block_code: str = ""
    block_message: str = ""
    claim_evidence: str = ""
    claimant: str = ""
    disarm_code: str = ""
    disarm_message: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)
    earlier: Escalation | None = None


class Strategy(Protocol):
    """Composable verbs: `prepare` and `conclude` run inside the admitting and the settling transaction."""

    name: str

    def check_terms(self, terms: Terms) -> None:
        """Raises Invalid that names the field, for terms under which no round could run."""

    def may_continue(self, goal: Goal) -> Refusal | None:
        """Check 8 of the gate: None, or why this goal must not go on."""

    def floor_tokens(self, goal: Goal, terms: Terms) -> int:
        """Input bound, in tokens, of the next round's first request."""

    def prepare(self, execution: Execution, goal: Goal, terms: Terms) -> Session:
        """Write the execution's first message; the session in which its conversation lives."""

    def conversation(self, execution: Execution, goal: Goal, terms: Terms) -> Conversation:
        """What the next request of this execution carries."""

    def ended(self, execution: Execution, ending: Ending) -> Ending:
        """The ending as it is recorded, where the strategy knows more about it than the loop."""

    def conclude(self, execution: Execution, goal: Goal, ending: Ending) -> Conclusion:
        """What this ending means for the goal."""

    def closed(self, *, acting: Acting, goal: Goal) -> None:
        """The goal has ended for good: end what the strategy keeps open for it."""


_STRATEGIES: dict[str, Strategy] = {}


def register(strategy: Strategy) -> None:
    """Make a strategy available under its name."""
    _STRATEGIES[strategy.name] = strategy


def get(name: str) -> Strategy:
    """The strategy of this name. Raises Invalid naming those that exist."""
    try:
        return _STRATEGIES[name]
    except KeyError:
        raise Invalid(
            f"There is no strategy {name!r}; there are {', '.join(names())}.", field="strategy"
        ) from None


def names() -> list[str]:
    return sorted(_STRATEGIES)
