"""Putting a posted call right by entries that name it: a controller asks, a second person signs."""

from goals.corrections.asking import ask_correction, named_attempt
from goals.corrections.kind import CorrectionKind

__all__ = ["CorrectionKind", "ask_correction", "named_attempt"]
