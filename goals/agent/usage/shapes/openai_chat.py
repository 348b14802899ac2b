"""OpenAI chat names: cache and reasoning inside, unless the total proves otherwise.

Accepted, rejected, audio and text tokens are splits and never added.
"""

from __future__ import annotations

from typing import Final

from goals.agent.usage import names
from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

INSIDE: Final = Convention(total_moves_cache=True, total_moves_reasoning=True)
_XAI: Final = Convention(reasoning_beside=True, total_moves_cache=True, total_moves_reasoning=True)
_XAI_NAMES: Final = frozenset({"xai", "x-ai", "x_ai", "grok"})


def matches(usage: Source) -> bool:
    names_told = ("prompt_tokens", "completion_tokens", "prompt_cache_hit_tokens")
    return any(usage.get(name) is not None for name in names_told)


def read(usage: Source, *, provider: str) -> Parts:
    xai = provider.strip().lower() in _XAI_NAMES
    return openai_parts(usage, convention=_XAI if xai else INSIDE)


def openai_parts(usage: Source, *, convention: Convention) -> Parts:
    """Also serves the Responses names, which some gateways send beside the chat names."""
    hit_and_miss = [count_of(usage, "prompt_cache_hit_tokens"), count_of(usage, "prompt_cache_miss_tokens")]
    prompt, prompt_flags = names.reconciled(
        count_of(usage, "prompt_tokens", "input_tokens"), [] if None in hit_and_miss else hit_and_miss
    )
    written, written_flags = names.cache_writes(usage)
    return Parts(
        convention=convention,
        prompt=prompt,
        completion=count_of(usage, "completion_tokens", "output_tokens"),
        cached=names.cache_reads(usage),
        written=written,
        reasoning=names.reasoning(usage),
        total=count_of(usage, "total_tokens"),
        flags=prompt_flags | written_flags,
    )
