"""Whether a response itself says that several models worked on it, as Groq's compound systems do.

Counts nothing: the usage beside it already includes them all.
"""

from __future__ import annotations

from goals.agent.usage.flags import NO_FLAGS, Flag, Flags


def sub_models(chunk: object) -> Flags:
    """Flagged where the usage is broken down over models other than one and the same."""
    breakdown = chunk.get("usage_breakdown") if isinstance(chunk, dict) else None
    entries = breakdown.get("models") if isinstance(breakdown, dict) else None
    if not isinstance(entries, list):
        return NO_FLAGS
    models = {str(entry["model"]) for entry in entries if isinstance(entry, dict) and "model" in entry}
    return frozenset({Flag.OTHER_MODEL_TOKENS}) if len(models) > 1 else NO_FLAGS
