"""When two objectives are the same wish, so that a fresh goal never hides what the wish already cost."""

from __future__ import annotations

import unicodedata

from governance import canonical


def likeness(objective: str) -> str:
    """Digest of the objective without case, spacing, width and closing punctuation."""
    folded = unicodedata.normalize("NFKC", objective).casefold()
    return canonical.digest(" ".join(folded.split()).rstrip(" .!?…。！？"))
