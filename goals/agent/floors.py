"""The least a goal's next round needs: the bound of its conversation so far, kept on the goal when a round ends.

The gate asks for it on every admission, so it is a stored number and not a reading of the transcript.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from goals.agent import prompts
from goals.agent.bounds import input_bound, overhead
from goals.agent.endings import Ending
from goals.agent.measuring import known_of, model_of, payload_of, profile_of
from goals.agent.payload import message_weight, serialised, tools_weight
from goals.agent.tools import registry
from goals.models import Goal
from goals.sessions import transcript
from goals.strategies.base import Conversation
from goals.terms import Terms
from governance import rows

UNUSED_SESSION_EVENTS = 1  # the goal's own creation


def message_tokens(content: str, terms: Terms) -> int:
    """Bound of one more user message in a conversation."""
    message = transcript.user_message(content)
    return message_weight(message, serialised(message)) + profile_of(terms).message_overhead


def fresh_or_measured(goal: Goal, terms: Terms, tools: tuple[str, ...]) -> int:
    """Bound of the conversation of a goal none of whose executions has ended yet."""
    if goal.session.event_seq > UNUSED_SESSION_EVENTS:
        return measured(goal, terms, tools)
    return _prefix_weight(tools) + overhead(profile_of(terms), 1, len(registry.offered(tools)))


def measured(goal: Goal, terms: Terms, tools: tuple[str, ...]) -> int:
    """Bound of the conversation as the transcript gives it. Reads the whole session."""
    messages = [
        {"role": "system", "content": prompts.SYSTEM},
        *transcript.render(transcript.entries_of(goal.session)),
    ]
    payload, profile = payload_of(Conversation(messages=messages, tools=tools)), profile_of(terms)
    return input_bound(
        payload, profile, known=known_of(goal.pk, payload, profile=profile, model=model_of(terms))
    )


def keep(goal: Goal, ending: Ending, otherwise: Callable[[], int]) -> None:
    """Store the bound with which an execution ended; `otherwise` measures it where the ending does not tell."""
    told = ending.facts.get("next_input_tokens")
    goal.round_floor_tokens = told if type(told) is int else otherwise()
    rows.change(Goal, goal.pk, {"round_floor_tokens": goal.round_floor_tokens})


@lru_cache(maxsize=64)
def _prefix_weight(tools: tuple[str, ...]) -> int:
    system = {"role": "system", "content": prompts.SYSTEM}
    return message_weight(system, serialised(system)) + tools_weight(
        registry.schemas(registry.offered(tools))
    )
