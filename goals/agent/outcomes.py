"""From a reply to what is recorded of it. Pure: nothing that came back is dropped, nothing is made up."""

from __future__ import annotations

import json
from typing import Any

from goals.agent.failures import Charge
from goals.agent.reply import Reply
from goals.agent.usage import UsageReading, read_usage
from goals.rounds.attempts import Outcome

MOST_RAW_CHARACTERS = 16_384
USAGE_KEYS = ("usage", "usageMetadata", "timings", "x_groq")
REFUSED = UsageReading(0, 0, 0, 0, 0, state="reported", flags=("refused",))


def outcome_of(reply: Reply, *, provider: str) -> Outcome:
    """What the books are told: usage as far as it was told, and whether the request can have cost anything."""
    failure = reply.failure
    return Outcome(
        reading=reading_of(reply, provider=provider),
        raw_usage=raw_usage(reply),
        returned_model=reply.returned_model,
        finish_reason=reply.finish_reason,
        error=failure.code.value if failure else "",
        sent=failure is None or failure.charge is not Charge.NOT_SENT,
        message=reply.message,
    )


def reading_of(reply: Reply, *, provider: str) -> UsageReading | None:
    """The usage told; zero where the provider refused to work; None where nothing came back."""
    charge = reply.failure.charge if reply.failure else Charge.POSSIBLE
    if charge is Charge.REFUSED:
        return REFUSED
    if charge is Charge.NOT_SENT or not reply.raw:
        return None
    return read_usage(reply.raw, mode=reply.mode, provider=provider)


def raw_usage(reply: Reply) -> str:
    """The parts of a response that tell its usage, as received; the end of it where they are long."""
    parts = reply.raw if isinstance(reply.raw, list) else [reply.raw]
    told = [_usage_of(part) for part in parts if isinstance(part, dict)]
    text = json.dumps([part for part in told if part], ensure_ascii=True)
    return text if len(text) <= MOST_RAW_CHARACTERS else f"…{text[-MOST_RAW_CHARACTERS:]}"


def _usage_of(part: dict[str, Any]) -> dict[str, Any]:
    kept = {key: part[key] for key in USAGE_KEYS if part.get(key)}
    choices = part.get("choices")
    inside = (
        [choice["usage"] for choice in choices if isinstance(choice, dict) and choice.get("usage")]
        if isinstance(choices, list)
        else []
    )
    return kept | ({"choices": inside} if inside else {})
