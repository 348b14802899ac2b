"""Follows blockers from round to round and finds the first that stands often enough. The judgement of version 1."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ralph_runs.convergence.items import Item
from ralph_runs.convergence.v1 import alarms, progress, rules, sentences
from ralph_runs.convergence.v1.links import Entry, Round, declared, join, points_at, telling_keys
from ralph_runs.convergence.v1.reading import VERSION, read_item
from ralph_runs.convergence.values import ComparedRounds, OpenRun, PairVerdict, ReadBlocker, ReportedText, Verdict

MAX_BLOCKERS = 200  # per round; what comes after is not read

Chain = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Followed:
    """Where following the rounds ended: the chain that stops, or the chains still open after the last round."""

    stop: Chain | None
    open: tuple[Chain, ...]
    rounds: tuple[Round, ...]


def judge(
    rounds: Sequence[Sequence[Item] | None],
    *,
    threshold: int,
    report_digests: Sequence[str | None] | None = None,
    evidence: Sequence[Sequence[str] | None] | None = None,
) -> Verdict:
    """The verdict over the rounds of one window; see the package for what each part means."""
    followed = _follow(rounds, threshold=threshold)
    found = alarms.find(followed.rounds, threshold=threshold, report_digests=report_digests, evidence=evidence)
    open_runs = tuple(_open_run(chain, threshold) for chain in followed.open)
    if followed.stop is None:
        sentence = sentences.not_stopped(len(rounds), open_runs, threshold)
        return Verdict(None, None, (), (), (), None, sentence, open_runs, found, threshold, VERSION)
    window = followed.stop[-threshold:]
    pairs = tuple(_pairs(window))
    texts = tuple(entry.text for entry in window)
    ignored = sentences.ignored_kinds(texts)
    rule = max((pair.verdict.rule for pair in pairs), key=rules.RANK.__getitem__)
    sentence = sentences.stopped(texts, pairs, rule, ignored)
    last = texts[-1]
    return Verdict(last.round, last.raw, texts, pairs, ignored, rule, sentence, open_runs, found, threshold, VERSION)


def _follow(rounds: Sequence[Sequence[Item] | None], *, threshold: int) -> Followed:
    chains: tuple[Chain, ...] = ()
    settled: list[Round] = []
    for number, items in enumerate(rounds, 1):
        if items is None:
            continue
        current = _read_round(number, items)
        earlier = settled[-1] if settled else None
        settled.append(current)
        chains = tuple(_continue(blocker, current, earlier, chains, threshold) for blocker in current.blockers)
        stopping = [c for c in chains if len(c) >= threshold and not _progresses(c[-threshold:])]
        if stopping:
            return Followed(max(stopping, key=len), chains, tuple(settled))
        chains = tuple(chain[-max(threshold - 1, 1) :] if len(chain) >= threshold else chain for chain in chains)
    return Followed(None, chains, tuple(settled))


def _read_round(number: int, items: Sequence[Item]) -> Round:
    given = tuple(read_item(item) for item in items[:MAX_BLOCKERS])
    blockers: dict[object, ReadBlocker] = {}
    for one in given:
        if not one.empty:
            blockers.setdefault((one.canonical, one.ref) if one.canonical else one.raw, one)
    return Round(number, given, tuple(blockers.values()))


def _continue(
    blocker: ReadBlocker, current: Round, earlier: Round | None, chains: tuple[Chain, ...], threshold: int
) -> Chain:
    """The longest chain that the blocker continues, or a chain of its own."""
    text = ReportedText(current.number, blocker.raw, blocker)
    best: Chain = (Entry(text, (blocker,)),)
    if earlier is None:
        return best
    target = points_at(blocker, earlier)
    keys = telling_keys(blocker)
    for chain in chains:
        longer = _extended(chain, text, target, keys, alone=len(chains) == 1)
        if longer is not None and len(longer) > len(best):
            best = longer
    return best


def _extended(
    chain: Chain, text: ReportedText, target: ReadBlocker | None, keys: frozenset[str], *, alone: bool
) -> Chain | None:
    last, blocker = chain[-1], text.read
    if target is not None and target.canonical == last.text.read.canonical and target.raw == last.text.raw:
        stands_for = (blocker, *last.stands_for)[:3]
        return (*chain, Entry(text, stands_for, declared("declared-same", last.stands_for)))
    if blocker.refers_back:
        plural = alone or "s" in blocker.raw.casefold().split("blocker", 1)[-1][:1]
        return (*chain, Entry(text, last.stands_for, declared("refers-back", last.stands_for))) if plural else None
    if not any(_may_meet(reading, blocker, keys) for reading in last.stands_for):
        return None
    verdict = join(last, blocker)
    if not verdict.same:
        return None
    start = next(i for i, first in enumerate(chain) if first is last or join(first, blocker).same)
    return (*chain[start:], Entry(text, (blocker,), verdict))


def _may_meet(earlier: ReadBlocker, later: ReadBlocker, keys: frozenset[str]) -> bool:
    return earlier.canonical == later.canonical or not keys.isdisjoint(telling_keys(earlier))


def _progresses(chain: Chain) -> bool:
    return progress.moves([entry.stands_for[0] for entry in chain])


def _pairs(window: Chain) -> Iterator[ComparedRounds]:
    """Each neighbour, and the first with each later one that is not its neighbour."""
    for earlier, later in zip(window, window[1:], strict=False):
        if later.verdict is not None:
            yield ComparedRounds(earlier.text.round, later.text.round, later.verdict)
    for later in window[2:]:
        yield ComparedRounds(window[0].text.round, later.text.round, _with_first(window[0], later))


def _with_first(first: Entry, later: Entry) -> PairVerdict:
    if later.verdict is not None and later.verdict.rule in ("declared-same", "refers-back"):
        return later.verdict
    return join(first, later.text.read)


def _open_run(chain: Chain, threshold: int) -> OpenRun:
    return OpenRun(chain[-1].text.raw, tuple(entry.text.round for entry in chain), threshold)
