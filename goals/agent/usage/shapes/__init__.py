"""Which shape an object has: by its keys, first match wins. A new vendor's shape is one file and one line."""

from __future__ import annotations

from typing import Final, Protocol

from goals.agent.usage.find import Source
from goals.agent.usage.parts import Parts
from goals.agent.usage.shapes import (
    anthropic,
    bedrock,
    cohere,
    generation_row,
    google,
    interactions,
    llamacpp,
    ollama,
    openai_chat,
    perplexity,
    responses,
    timings,
)


class Shape(Protocol):
    """A module of this package."""

    def matches(self, usage: Source) -> bool: ...

    def read(self, usage: Source, *, provider: str) -> Parts: ...


SHAPES: Final[tuple[Shape, ...]] = (
    google,
    interactions,
    bedrock,
    cohere,
    generation_row,
    timings,
    llamacpp,
    ollama,
    perplexity,
    openai_chat,
    responses,
    anthropic,
)


def read_parts(usage: Source, *, provider: str) -> Parts:
    """The parts of a usage object; unknown keys are read by OpenAI's names."""
    shape = next((shape for shape in SHAPES if shape.matches(usage)), openai_chat)
    return shape.read(usage, provider=provider)
