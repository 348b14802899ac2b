"""Where a response or a chunk keeps its usage. Looks in every known place and judges none of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Source = dict[str, object]

_ITSELF: Final = ""
_PLACES: Final = {
    "usage": (_ITSELF,),
    "usageMetadata": (_ITSELF,),
    "x_groq": ("usage",),
    "message": ("usage",),
    "response": ("usage", "usageMetadata"),
    "delta": ("usage",),
    "metadata": ("usage",),
    "interaction": ("usage",),
}
_TIMINGS: Final = ("prompt_n", "cache_n", "predicted_n")
_GENERATION_ROW: Final = (
    "native_tokens_prompt",
    "native_tokens_completion",
    "native_tokens_cached",
    "native_tokens_cache_creation",
    "native_tokens_cache_write",
    "native_tokens_reasoning",
)
_NATIVE_TOP: Final = (
    "prompt_eval_count",
    "prompt_eval_cached_count",
    "eval_count",
    "tokens_evaluated",
    "tokens_predicted",
)
_ROW_SIDES: Final = ("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens", "total_tokens")
_ROW_PARTS: Final = (
    "cached_tokens",
    "cached_input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cache_creation",
    "cache_write_tokens",
    "num_cached_tokens",
    "prompt_cache_hit_tokens",
    "prompt_cache_miss_tokens",
    "citation_tokens",
    "reasoning_tokens",
    "prompt_tokens_details",
    "completion_tokens_details",
    "input_tokens_details",
    "output_tokens_details",
)
_TOP: Final = frozenset(_GENERATION_ROW + _NATIVE_TOP + _ROW_SIDES)


def chunks_of(raw: object, *, mode: str) -> list[object]:
    """The chunks of a stream, or the one body of a plain response."""
    if mode == "stream" and isinstance(raw, list):
        return raw
    return [raw]


def usage_objects(chunk: object) -> Iterator[Source]:
    """Every object of this chunk that may hold counts, the same report twice if it is there twice."""
    if not isinstance(chunk, dict):
        return
    for name, value in chunk.items():
        for inner in _PLACES.get(name, ()):
            place = value if inner is _ITSELF or not isinstance(value, dict) else value.get(inner)
            if isinstance(place, dict):
                yield place
    yield from _choice_usages(chunk)
    yield from _picked(chunk.get("timings"), _TIMINGS)
    yield from _picked(chunk.get("data"), _GENERATION_ROW)
    if not _TOP.isdisjoint(chunk):
        yield from _top_level(chunk)


def _top_level(chunk: Source) -> Iterator[Source]:
    yield from _picked(chunk, _GENERATION_ROW)
    yield from _picked(chunk, _NATIVE_TOP)
    if any(chunk.get(name) is not None for name in _ROW_SIDES):
        yield from _picked(chunk, _ROW_SIDES + _ROW_PARTS)


def _choice_usages(chunk: Source) -> Iterator[Source]:
    choices = chunk.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        usage = choice.get("usage") if isinstance(choice, dict) else None
        if isinstance(usage, dict):
            yield usage


def _picked(source: object, names: tuple[str, ...]) -> Iterator[Source]:
    """Only the named entries: beside them lie settings and texts that look like counts."""
    if not isinstance(source, dict):
        return
    entries = {name: source[name] for name in names if name in source}
    if entries:
        yield entries
