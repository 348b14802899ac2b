"""Does exactly what the text tells it: `!tool NAME {json}` calls a tool, `!say TEXT` answers.

All `!tool` lines up to a line `!next` are called in one step. Lines after `!round N` count in round N
only. In a goal round the orders stand in the objective. `"$tool.key.key"` as a value takes it from
the tool's latest result. Without orders it answers a person with one sentence.
"""

import json
import re
from typing import Any

from goals.agent.scripted import results
from goals.agent.scripted.conversation import Conversation, Exchange, last_good
from goals.agent.scripted.reply import Reply, ToolCall, say

ORDER = re.compile(r"^\s*!(tool|say|next|round)\b[ \t]*(.*?)\s*$", re.MULTILINE)
REFERENCE = re.compile(r"^\$(\w+)((?:\.\w+)+)$")
SHOWN = 400


def decide(conversation: Conversation) -> Reply:
    text = conversation.last_user
    number = 0
    if not conversation.human_turn and conversation.round is not None:
        text, number = conversation.round.objective, conversation.round.number
    steps, said = orders(text, number)
    done = conversation.in_turn
    for step in steps:
        if not step:
            continue
        if not done:
            return Reply(calls=tuple(call(order, conversation) for order in step))
        done = done[len(step) :]
    return say(said or closing(conversation))


def orders(text: str, number: int) -> tuple[list[list[str]], str]:
    """The tool orders step by step, and what to say in the end."""
    steps: list[list[str]] = [[]]
    said = ""
    applies = True
    for verb, rest in ORDER.findall(text):
        if verb == "round":
            applies = rest == str(number)
        elif applies and verb == "next":
            steps.append([])
        elif applies and verb == "tool":
            steps[-1].append(rest)
        elif applies:
            said = rest
    return steps, said


def call(order: str, conversation: Conversation) -> ToolCall:
    name, _, arguments = order.partition(" ")
    found = results.value(arguments.strip() or "{}")
    if not isinstance(found, dict):
        found = {"unreadable_order": arguments}
    return ToolCall(name, {key: dereferenced(value, conversation) for key, value in found.items()})


def dereferenced(wanted: Any, conversation: Conversation) -> Any:
    reference = REFERENCE.match(wanted) if isinstance(wanted, str) else None
    if reference is None:
        return wanted
    source = last_good(conversation.exchanges, reference[1])
    found: Any = results.value(source.result) if source else None
    for key in reference[2].strip(".").split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def closing(conversation: Conversation) -> str:
    done = conversation.in_turn
    if done:
        return " ".join(shown(exchange) for exchange in done)
    return f"You wrote: {json.dumps(conversation.last_user[:SHOWN], ensure_ascii=False)}"


def shown(exchange: Exchange) -> str:
    return f"{exchange.tool} answered {exchange.result[:SHOWN]}"
