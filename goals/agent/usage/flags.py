"""The names of the doubts a reading can carry. A vendor's known convention is no doubt and has no name."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Flag(StrEnum):
    """One doubt about a response's usage. The values are stored and shown, so they never change."""

    USAGE_MISSING = "usage-missing"
    USAGE_ALL_ZERO = "usage-all-zero"
    SIDE_MISSING = "side-missing"
    PART_FROM_TOTAL = "part-from-total"
    SPLIT_UNKNOWN = "split-unknown"
    TOTAL_ABOVE_PARTS = "total-above-parts"
    TOTAL_BELOW_PARTS = "total-below-parts"
    CACHED_ABOVE_INPUT = "cached-above-input"
    REASONING_ABOVE_OUTPUT = "reasoning-above-output"
    CONFLICTING_USAGE = "conflicting-usage"
    USAGE_NOT_FINAL = "usage-not-final"
    STREAM_CUT = "stream-cut"
    OTHER_MODEL_TOKENS = "other-model-tokens"
    NUMBER_AS_TEXT = "number-as-text"
    NEGATIVE_COUNT = "negative-count"
    NOT_A_COUNT = "not-a-count"
    ABSURD_COUNT = "absurd-count"


Flags = frozenset[Flag]
NO_FLAGS: Final[Flags] = frozenset()
QUARANTINE: Final[Flags] = frozenset({Flag.NEGATIVE_COUNT, Flag.NOT_A_COUNT, Flag.ABSURD_COUNT})
