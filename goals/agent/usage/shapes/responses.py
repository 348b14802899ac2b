"""OpenAI Responses names: Anthropic's keys with the opposite convention.

A total or input details tell the two apart.
"""

from __future__ import annotations

from typing import Final

from goals.agent.usage.find import Source
from goals.agent.usage.parts import Parts
from goals.agent.usage.shapes.openai_chat import INSIDE, openai_parts

_ONLY_HERE: Final = ("input_tokens_details", "input_token_details", "cached_input_tokens")


def matches(usage: Source) -> bool:
    if isinstance(usage.get("iterations"), list):
        return False
    return usage.get("total_tokens") is not None or any(name in usage for name in _ONLY_HERE)


def read(usage: Source, *, provider: str) -> Parts:
    return openai_parts(usage, convention=INSIDE)
