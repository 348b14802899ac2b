"""Tells words with hyphens that are ordinary English (sign-off, read-only) from names (gl-events, pay-robot)."""

import re

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.stemming import stem
from ralph_runs.convergence.v1.vocabulary import STOP, TROUBLE, VOCABULARY

_LAST_PARTS = listed(
    "off in up out on line end only to by time based party person day wide level term free side hand sign "
    "key live take back down over through away together less like type style friendly related specific "
    "driven ready made sized size after before again than per at of the a and or side wise fold proof "
    "safe long year old month week hour minute around"
)
_FIRST_PARTS = listed(
    "e re pre post non co un self sub semi multi half two three four one second third first cross inter "
    "over under well long short high low up year month straight mid ex anti auto no not single double "
    "triple still same"
)


def is_compound(text: str) -> bool:
    """Whether a word with hyphens is ordinary English."""
    parts = text.casefold().split("-")
    if any(re.search(r"\d", part) for part in parts):
        return all(part.isdecimal() or _says_nothing(part) for part in parts)
    if parts[-1] in _LAST_PARTS or parts[0] in _FIRST_PARTS or parts[-1].endswith(("ed", "ing", "ly")):
        return True
    if (text[0].isupper() and not text.isupper()) or VOCABULARY.word("".join(parts)):
        return True
    phrase = VOCABULARY.phrase([stem(part) for part in parts])
    return phrase is not None and phrase[1] == len(parts)


def _says_nothing(part: str) -> bool:
    entry = VOCABULARY.word(part)
    return entry is not None and entry.group in (STOP, TROUBLE)
