"""The door to the rule: checks what it is given, finds the pinned version and lets it answer."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType

from ralph_runs.convergence.items import parse_item
from ralph_runs.convergence.registry_types import Matcher
from ralph_runs.convergence.values import PairVerdict, ReadBlocker, Verdict

MATCHER_VERSION = 1
MATCHERS = MappingProxyType({1: "ralph_runs.convergence.v1.matcher"})
"""Where each version is kept. Its words are compiled when it is first asked, not in every process that starts."""
MIN_THRESHOLD = 2


class UnknownVersion(LookupError):
    """No matcher of that version is kept here."""


@cache
def matcher(version: int) -> Matcher:
    """The matcher of a version. Raises UnknownVersion."""
    if version not in MATCHERS:
        raise UnknownVersion(
            f"there is no version {version} of the rule; known: {', '.join(map(str, MATCHERS))}"
        )
    kept: Matcher = import_module(MATCHERS[version]).MATCHER
    return kept


def read_blocker(item: object, *, version: int = MATCHER_VERSION) -> ReadBlocker:
    """How the rule reads one reported blocker: a string, or an object with `text` and optional fields.

    Raises MalformedBlocker for any other shape.
    """
    return matcher(version).read(parse_item(item))


def compare(a: object, b: object, *, version: int = MATCHER_VERSION) -> PairVerdict:
    """Whether two blockers, raw or read, are the same, and which rule decided."""
    chosen = matcher(version)
    first, second = (one if isinstance(one, ReadBlocker) else chosen.read(parse_item(one)) for one in (a, b))
    return chosen.compare(first, second)


def judge(
    rounds: Sequence[Sequence[object] | None],
    *,
    threshold: int = 3,
    version: int = MATCHER_VERSION,
    report_digests: Sequence[str | None] | None = None,
    evidence: Sequence[Sequence[str] | None] | None = None,
) -> Verdict:
    """Where the first blocker stands in `threshold` consecutive settled rounds, and why.

    `rounds` is one window, oldest first: the blockers of each settled round, or None for a round that failed.
    `report_digests` and `evidence`, one per round, only serve the alarms. Rounds after the stop are not read.
    Raises ValueError for a threshold below 2, MalformedBlocker for an item of another shape.
    """
    if isinstance(threshold, bool) or not isinstance(threshold, int) or threshold < MIN_THRESHOLD:
        raise ValueError(
            f"the blocker threshold is a whole number of at least {MIN_THRESHOLD}, not {threshold!r}"
        )
    parsed = [None if given is None else [parse_item(item) for item in given] for given in rounds]
    return matcher(version).judge(
        parsed, threshold=threshold, report_digests=report_digests, evidence=evidence
    )
