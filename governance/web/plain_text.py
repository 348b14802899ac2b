"""Makes text that others wrote safe to look at. Never escapes HTML (templates do) and never hides that it cut.

Characters that turn or hide text are written out as [U+202E], so that what is read is what is stored.
"""

from __future__ import annotations

import re

from governance.web.format import ELLIPSIS, figure
from governance.web.locales import NBSP

# Controls, embeddings, overrides, isolates, zero-width breaks and tag characters. Joiners stay: emoji need them.
_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_PILED_MARKS = re.compile(
    "([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0489]{4})"
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0489]+"
)

_KEEP = re.compile(
    r"\b(USD|round|rounds|turn|step|no\.|at most) (?=\d)|(?<=\d) (tokens?|rounds?|turns?|steps?|entries|m|h|UTC)\b"
)


def sentence(text: object, *, limit: int = 600) -> str:
    """`shown`, with USD and its amount, a number and its unit, "round" and its number kept on one line."""
    return _KEEP.sub(
        lambda found: f"{found[1]}{NBSP}" if found[1] else f"{NBSP}{found[2]}", shown(text, limit=limit)
    )


def shown(text: object, *, limit: int = 600) -> str:
    """`text` with hidden characters written out, at most `limit` characters and then how many more there are."""
    whole = str(text)
    kept = _PILED_MARKS.sub(r"\1", whole[:limit])
    visible = _HIDDEN.sub(lambda found: f"[U+{ord(found.group()):04X}]", kept)
    left = len(whole) - limit
    return f"{visible}{ELLIPSIS} ({figure(left)} more characters)" if left > 0 else visible
