"""The same-session strategy: one conversation that every round continues and people may write into.

Decides what opens a round, what the model is offered, and what an ending means for the goal. Never judges
whether a round may start: it has no check of its own beside the gate's.
"""

from __future__ import annotations

from goals import sessions, store
from goals.agent import floors, prompts, round_messages
from goals.agent.endings import Ending
from goals.agent.prompts import Left
from goals.agent.tools.registry import GOAL_TOOLS, WORKSPACE_TOOLS
from goals.enums import BlockCode
from goals.gate.answer import Refusal
from goals.models import Execution, Goal, Session
from goals.sessions import transcript
from goals.strategies.base import Conclusion, Conversation
from goals.terms import Terms, read_terms
from governance.actors import Acting


class SameSession:
    """Goal tools are always offered, workspace tools as far as the terms allow them."""

    name = "same-session"

    def check_terms(self, terms: Terms) -> None:
        """Every valid terms will do."""

    def may_continue(self, goal: Goal) -> Refusal | None:
        return None

    def floor_tokens(self, goal: Goal, terms: Terms) -> int:
        before = goal.round_floor_tokens or floors.fresh_or_measured(goal, terms, _offer(terms))
        return before + floors.message_tokens(
            _round_message(goal, terms, goal.rounds_started + 1, _most(terms)), terms
        )

    def prepare(self, execution: Execution, goal: Goal, terms: Terms) -> Session:
        if execution.kind == Execution.Kind.HUMAN:
            _append_inputs(execution, goal)
            return goal.session
        held, assigned = execution.hold.tokens, execution.number
        assert assigned is not None
        left = Left(goal.max_rounds - assigned, goal.account.available_tokens + held, held)
        content = _round_message(goal, terms, assigned, left)
        store.admit_round(goal=goal, number=assigned, execution=execution, content=content)
        return goal.session

    def conversation(self, execution: Execution, goal: Goal, terms: Terms) -> Conversation:
        """Raises Conflict `prompt-rejected` where the round's message is not the one that opens it."""
        entries = transcript.entries_of(goal.session)
        round_messages.check(entries, execution=execution, goal=goal)
        return Conversation(messages=[_system(), *transcript.render(entries)], tools=_offer(terms))

    def ended(self, execution: Execution, ending: Ending) -> Ending:
        return ending

    def conclude(self, execution: Execution, goal: Goal, ending: Ending) -> Conclusion:
        floors.keep(goal, ending, lambda: self._measured(execution, goal))
        if ending.state != "failed":
            return Conclusion()
        if ending.outcome in (BlockCode.CONTEXT_LIMIT, BlockCode.PROMPT_REJECTED):
            return Conclusion(block_code=ending.outcome, block_message=ending.sentence)
        return Conclusion(disarm_code=ending.outcome, disarm_message=ending.sentence)

    def closed(self, *, acting: Acting, goal: Goal) -> None:
        """Keeps nothing open."""

    def _measured(self, execution: Execution, goal: Goal) -> int:
        assert goal.account.terms is not None
        terms = read_terms(goal.account.terms.text)
        return floors.measured(goal, terms, _offer(terms))


def _offer(terms: Terms) -> tuple[str, ...]:
    return (*(name for name in WORKSPACE_TOOLS if name in terms.tools), *GOAL_TOOLS)


def _system() -> transcript.Message:
    return {"role": "system", "content": prompts.SYSTEM}


def _round_message(goal: Goal, terms: Terms, number: int, left: Left) -> str:
    return prompts.goal_round(
        objective=goal.objective, number=number, max_rounds=goal.max_rounds, left=left,
        blocked_after=terms.blocked_after_rounds,
    )  # fmt: skip


def _most(terms: Terms) -> Left:
    """The longest figures that a round's message of these terms can name."""
    return Left(terms.max_rounds, terms.budget_tokens, terms.budget_tokens)


def _append_inputs(execution: Execution, goal: Goal) -> None:
    for written in execution.inputs.select_related("body", "writer").order_by("pk"):
        sessions.append(
            goal.session, type=transcript.USER, data={"source": {"kind": "user"}}, body=written.body.text or "",
            goal=goal, execution=execution, actor=written.writer,
        )  # fmt: skip
