"""Decides whether a blocker continues a chain of earlier ones: by reference, by pointing back, or by the rules."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ralph_runs.convergence.v1 import rules, sentences
from ralph_runs.convergence.values import PairVerdict, ReadBlocker, ReportedText

MAX_CANDIDATES = 24  # chains that one blocker is compared with: those that share most with it
MAX_STANDS_FOR = 3
DECLARED, REFERS_BACK = "declared-same", "refers-back"
_POSITION = re.compile(
    r"(?:r(?:ound)?\s?\d{1,5}[\s_.:-]{0,2})?(?:b|blocker|#|no\.?)?[\s_-]?(\d{1,4})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A blocker in its round. `stands_for` are the readings it is compared by: its own, and those it refers to.

    `joined` is the verdict by which it continues the entry before it, None for the first of a chain.
    """

    text: ReportedText
    stands_for: tuple[ReadBlocker, ...]
    keys: frozenset[str]
    joined: PairVerdict | None = None


Chain = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A settled round: all its readings in the order given, and those that are blockers, without repeats."""

    number: int
    given: tuple[ReadBlocker, ...]
    blockers: tuple[ReadBlocker, ...]


def begin(text: ReportedText) -> Chain:
    """A chain of one."""
    return (Entry(text, (text.read,), telling_keys(text.read)),)


def telling_keys(reading: ReadBlocker) -> frozenset[str]:
    """What two readings must share in part for any rule but equal text to call them the same."""
    said = [word for word in reading.words if word.group in ("object", "role", "generic")]
    keys = {word.concept for word in said} | {word.text.casefold() for word in said}
    keys |= {part for key in keys if "-" in key for part in key.split("-")}
    for one in reading.identifiers:
        keys |= {one.value, one.value[:5], *re.split(r"[/.:#]", one.value)}
    return frozenset(keys - {""})


def longest(text: ReportedText, chains: Sequence[Chain], earlier: Round) -> Chain:
    """The longest chain that the blocker continues, or a chain of its own."""
    alone = begin(text)
    if text.read.refers_back:
        found: Iterable[Chain | None] = (_pointed_back(chain, text, len(chains)) for chain in chains)
    else:
        target = points_at(text.read, earlier)
        found = [_referred(chain, text, target) for chain in chains if target is not None]
        found = [*found, *(_by_rules(chain, alone[0]) for chain in _candidates(alone[0], chains))]
    return max([alone, *(chain for chain in found if chain is not None)], key=len)


def points_at(blocker: ReadBlocker, earlier: Round) -> ReadBlocker | None:
    """The blocker of the earlier round that the structured reference names: by position from 1, object or text."""
    if not blocker.ref:
        return None
    position = _POSITION.fullmatch(blocker.ref)
    if position and 1 <= int(position.group(1)) <= len(earlier.given):
        return earlier.given[int(position.group(1)) - 1]
    wanted = blocker.ref.casefold()
    return next((one for one in earlier.given if wanted in (one.object.casefold(), one.raw.casefold())), None)


def join(entry: Entry, blocker: ReadBlocker) -> PairVerdict:
    """The verdict between a chain's entry and a blocker by the rules; the best of what the entry stands for."""
    verdicts = [rules.compare(reading, blocker) for reading in entry.stands_for]
    return next((verdict for verdict in verdicts if verdict.same), verdicts[0])


def with_first(first: Entry, later: Entry) -> PairVerdict:
    """The verdict between the first entry of a chain and a later one; a declared tie holds for both."""
    if later.joined is not None and later.joined.rule in (DECLARED, REFERS_BACK):
        return later.joined
    return join(first, later.text.read)


def _candidates(entry: Entry, chains: Sequence[Chain]) -> list[Chain]:
    common = [(_common(entry, chain[-1]), chain) for chain in chains]
    meeting = [(weight, chain) for weight, chain in common if weight]
    return [chain for _, chain in sorted(meeting, key=lambda pair: -pair[0])[:MAX_CANDIDATES]]


def _common(entry: Entry, last: Entry) -> int:
    if entry.text.read.canonical == last.text.read.canonical:
        return 1_000_000
    return len(entry.keys & last.keys)


def _pointed_back(chain: Chain, text: ReportedText, chains: int) -> Chain | None:
    """ "Same as last round" continues the one open chain; "same blockers" continues each."""
    if chains > 1 and not re.search(r"\b(?:blockers|issues|problems|all)\b|都|均", text.raw, re.IGNORECASE):
        return None
    last = chain[-1]
    return (*chain, Entry(text, last.stands_for, last.keys, _declared(REFERS_BACK)))


def _referred(chain: Chain, text: ReportedText, target: ReadBlocker | None) -> Chain | None:
    """A reference continues the chain of the blocker it names, under any wording."""
    last = chain[-1]
    if target is None or (target.raw, target.canonical) != (last.text.raw, last.text.read.canonical):
        return None
    stands_for = (text.read, *last.stands_for)[:MAX_STANDS_FOR]
    return (*chain, Entry(text, stands_for, telling_keys(text.read) | last.keys, _declared(DECLARED)))


def _by_rules(chain: Chain, entry: Entry) -> Chain | None:
    """The chain from its earliest entry on that the blocker matches too, if it matches the last."""
    blocker = entry.text.read
    verdict = join(chain[-1], blocker)
    if not verdict.same:
        return None
    start = next(i for i, first in enumerate(chain) if first is chain[-1] or join(first, blocker).same)
    return (*chain[start:], Entry(entry.text, entry.stands_for, entry.keys, verdict))


def _declared(rule: str) -> PairVerdict:
    return PairVerdict(True, rule, (), (), sentences.pair(rule, (), (), ()))
