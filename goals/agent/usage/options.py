"""The possible readings of each side of a report, the vendor's own first. Does not look at the total."""

from __future__ import annotations

from dataclasses import dataclass

from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.parts import Parts


@dataclass(frozen=True, slots=True)
class Option:
    """One value a side can have. ``forced`` is flagged unless the total confirms it, ``odd`` always."""

    value: int
    forced: Flags = NO_FLAGS
    odd: Flags = NO_FLAGS


def input_options(parts: Parts, prompt: int) -> list[Option]:
    """Inside or beside; a cache larger than the prompt cannot be inside it."""
    inside, beside = Option(prompt), Option(prompt + parts.cache)
    if parts.convention.cache_beside:
        return [beside]
    if parts.cache > prompt:
        return [Option(beside.value, forced=frozenset({Flag.CACHED_ABOVE_INPUT}))]
    return [inside, beside] if parts.convention.total_moves_cache else [inside]


def output_options(parts: Parts, completion: int) -> list[Option]:
    """Inside or beside; last, reasoning alone where it exceeds the completion and a total may say so."""
    exceeds = parts.thought > completion
    inside, beside = Option(completion), Option(completion + parts.thought)
    doubt = frozenset({Flag.REASONING_ABOVE_OUTPUT})
    alone = [Option(parts.thought, odd=doubt)] if exceeds else []
    movable = parts.convention.total_moves_reasoning
    if parts.convention.reasoning_beside:
        return [beside, *([] if exceeds else [inside]), *alone] if movable else [beside]
    if exceeds:
        return [Option(beside.value, forced=doubt), *(alone if movable else [])]
    return [inside, beside] if movable else [inside]
