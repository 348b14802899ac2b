"""Sorts what goes wrong into a few classes and says which of them cannot be one and the same trouble."""

from ralph_runs.convergence.v1.codes import split_words
from ralph_runs.convergence.v1.lists import listed, paired
from ralph_runs.convergence.v1.vocabulary import TROUBLE, VOCABULARY
from ralph_runs.convergence.v1.words import Found
from ralph_runs.convergence.values import Identifier

NEUTRAL = frozenset({"broken", "waiting"})
_LACKING = listed("no none nobody noone neither nor without 没 没有人 无")
_STATUS = {
    "401": "denied", "403": "denied", "404": "missing", "410": "missing", "408": "timeout", "504": "timeout",
    "500": "broken", "502": "unreachable", "503": "unreachable", "429": "full", "507": "full", "413": "full",
    "409": "conflict", "400": "invalid", "422": "invalid",
}  # fmt: skip
_ERRNO = {
    "econnrefused": "unreachable", "econnreset": "unreachable", "etimedout": "timeout", "enoent": "missing",
    "eacces": "denied", "eperm": "denied", "enospc": "full", "eaddrinuse": "conflict", "enotfound": "unreachable",
    "ehostunreach": "unreachable", "eexist": "conflict", "eai_again": "unreachable", "edquot": "full",
}  # fmt: skip
_NEAR = paired(
    "denied/locked denied/unreachable locked/unreachable timeout/unreachable full/denied expired/denied "
    "expired/invalid missing/human missing/denied missing/unreachable human/denied locked/human locked/missing "
    "unknown/human unknown/missing unknown/denied unknown/invalid unknown/unreachable full/missing full/unreachable "
    "conflict/invalid conflict/full expired/missing timeout/locked"
)
_CONTRADICTORY = paired(
    "missing/invalid missing/conflict missing/timeout human/invalid human/timeout human/full human/conflict "
    "locked/invalid denied/conflict unreachable/invalid denied/timeout expired/unreachable human/expired "
    "full/invalid conflict/unreachable timeout/invalid"
)


def find_trouble(words: list[Found], identifiers: tuple[Identifier, ...]) -> frozenset[str]:
    """The classes of trouble a text speaks of. A bare "no" means that something is missing."""
    found = {word.entry.concept for word in words if word.entry.group == TROUBLE}
    for one in identifiers:
        if one.type == "status":
            found.add(_STATUS.get(one.value, "broken"))
        elif one.type == "error code":
            found.add(_ERRNO.get(one.value, "broken"))
        elif one.type in ("exception", "condition"):
            found |= _in_name(one.text)
    if found <= NEUTRAL and any(word.entry.concept in _LACKING for word in words):
        found.add("missing")
    return frozenset(found)


def _in_name(text: str) -> set[str]:
    entries = [VOCABULARY.word(part) for part in split_words(text)]
    return {entry.concept for entry in entries if entry is not None and entry.group == TROUBLE} or {"broken"}


def contradictory(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether each side speaks of one clear class, and the two cannot be one trouble with one thing."""
    a, b = a - NEUTRAL, b - NEUTRAL
    return len(a) == len(b) == 1 and (a | b) in _CONTRADICTORY


def compatible(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether both could be one trouble: a class in common, one side silent, or two classes that border."""
    a, b = a - NEUTRAL, b - NEUTRAL
    if not a or not b or a & b:
        return True
    return any(frozenset((x, y)) in _NEAR for x in a for y in b)
