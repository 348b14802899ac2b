"""Fills in the report of a round under whatever names the report tool really offers. Pure."""

from typing import Any

from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.reply import Reply, ToolCall, say
from goals.agent.scripted.schemas import fill, has, item_schema, properties

# The same missing key in other words; time and attempt are noise that a reader must see through.
BLOCKERS = (
    "[{time}] attempt {number}: PORTAL_API_KEY is not set, the supplier portal refused the export.",
    "Still locked out of the portal (try no. {number} at {time}): nobody has provided PORTAL_API_KEY.",
    "Portal export not started on try {number}, {time}. It needs PORTAL_API_KEY, which a person has to supply.",
)


def blocker(conversation: Conversation) -> str:
    number = conversation.round.number if conversation.round else 1
    time = conversation.now.strftime("%Y-%m-%dT%H:%M:%SZ")
    return BLOCKERS[(number - 1) % len(BLOCKERS)].format(time=time, number=number)


def go_on(conversation: Conversation, summary: str, *, evidence: list[str]) -> Reply:
    """Reports `continue` with the missing key as a blocker; `blocked` where only that may carry one."""
    function = conversation.tools.get("submit_report", {})
    lists = has(function, "blockers")
    return submitted(
        conversation,
        {
            "status": "continue" if lists else "blocked",
            "summary": summary,
            "evidence": evidence,
            "next_steps": [
                "Read the portal export as soon as the key is there.",
                "Sum up the next statement.",
            ],
            "blockers": [item(conversation, blocker(conversation))],
            "blocker": blocker(conversation),
        },
    )


def complete(conversation: Conversation, summary: str, *, evidence: list[str]) -> Reply:
    done = {"status": "complete", "summary": summary, "evidence": evidence}
    return submitted(conversation, done | {"next_steps": [], "blockers": [], "blocker": ""})


def submitted(conversation: Conversation, values: dict[str, Any]) -> Reply:
    function = conversation.tools.get("submit_report")
    if function is None:
        return say(f"{values['status']}: {values['summary']} I was given no tool to submit this report.")
    return Reply(calls=(ToolCall("submit_report", fill(function, values)),))


def item(conversation: Conversation, text: str) -> Any:
    """The blocker as the schema wants it: plain text, or an object with the text and what is required."""
    schema = item_schema(conversation.tools.get("submit_report", {}), "blockers")
    names = properties(schema)
    if not names:
        return text
    values = {"text": text, "kind": "access", "object": "PORTAL_API_KEY", "needs": "the key, from a person"}
    required = set(schema.get("required", ())) | {"text"}
    return {name: values.get(name, "") for name in names if name in required}
