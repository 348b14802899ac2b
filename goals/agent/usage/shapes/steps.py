"""The steps a server took within one Anthropic response, and whose model took them. Adds nothing up."""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.flags import NO_FLAGS, Flag, Flags

_OWN_STEPS: Final = frozenset({"message", "compaction"})


def counted_steps(usage: Source) -> list[Source]:
    """The steps to sum; none where a fallback answered, for there the top level already stands."""
    entries = usage.get("iterations")
    steps = [step for step in entries if isinstance(step, dict)] if isinstance(entries, list) else []
    return [] if any(step.get("type") == "fallback_message" for step in steps) else steps


def other_models(steps: list[Source]) -> Flags:
    """Flagged where a counted step ran on a sub-model, and so at another rate."""
    paid = [step for step in steps if count_of(step, "input_tokens", "output_tokens")]
    foreign = any(step.get("type") not in (None, *_OWN_STEPS) for step in paid)
    models = {str(step["model"]) for step in paid if step.get("model") is not None}
    return frozenset({Flag.OTHER_MODEL_TOKENS}) if foreign or len(models) > 1 else NO_FLAGS
