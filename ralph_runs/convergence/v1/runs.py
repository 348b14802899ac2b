"""Follows blockers from round to round and finds the first that stands often enough. The judgement of version 1."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ralph_runs.convergence.items import Item
from ralph_runs.convergence.v1 import alarms, progress, rules, sentences
from ralph_runs.convergence.v1.links import Chain, Round, begin, longest, with_first
from ralph_runs.convergence.v1.reading import VERSION, read_item
from ralph_runs.convergence.values import ComparedRounds, OpenRun, ReadBlocker, ReportedText, Verdict

MAX_BLOCKERS = 200  # per round; what comes after is not read
MAX_ROUND_CHARACTERS = 262_144  # of all blockers of a round together


@dataclass(frozen=True, slots=True)
class Followed:
    """Where following the rounds ended: the chain that stops, the chains open after the last round, the rounds."""

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
    found = alarms.find(
        followed.rounds, threshold=threshold, report_digests=report_digests, evidence=evidence
    )
    open_runs = tuple(_open_run(chain, threshold) for chain in followed.open)
    if followed.stop is None:
        sentence = sentences.not_stopped(len(rounds), open_runs, threshold)
        return Verdict(None, None, (), (), (), None, sentence, open_runs, found, threshold, VERSION)
    texts = tuple(entry.text for entry in followed.stop)
    pairs = tuple(_pairs(followed.stop))
    ignored = sentences.ignored_kinds(texts)
    rule = max((pair.verdict.rule for pair in pairs), key=rules.RANK.__getitem__)
    sentence = sentences.stopped(texts, pairs, rule, ignored)
    last = texts[-1]
    return Verdict(
        last.round, last.raw, texts, pairs, ignored, rule, sentence, open_runs, found, threshold, VERSION
    )


def _follow(rounds: Sequence[Sequence[Item] | None], *, threshold: int) -> Followed:
    chains: tuple[Chain, ...] = ()
    settled: list[Round] = []
    for number, items in enumerate(rounds, 1):
        if items is None:
            continue
        current = _read_round(number, items)
        kept = tuple(chain[1 - threshold :] for chain in chains)
        chains = _continued(current, settled[-1] if settled else None, kept)
        settled.append(current)
        standing = [chain[-threshold:] for chain in chains if len(chain) >= threshold]
        stopping = next((window for window in standing if not _moves(window)), None)
        if stopping is not None:
            return Followed(stopping, chains, tuple(settled))
    return Followed(None, chains, tuple(settled))


def _read_round(number: int, items: Sequence[Item]) -> Round:
    given: list[ReadBlocker] = []
    left = MAX_ROUND_CHARACTERS
    for item in items[:MAX_BLOCKERS]:
        left -= len(item.text)
        if left < 0 and given:
            break
        given.append(read_item(item))
    blockers: dict[object, ReadBlocker] = {}
    for one in given:
        if not one.empty:
            blockers.setdefault((one.canonical or one.raw, one.ref), one)
    return Round(number, tuple(given), tuple(blockers.values()))


def _continued(current: Round, earlier: Round | None, chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    texts = [ReportedText(current.number, one.raw, one) for one in current.blockers]
    return tuple(begin(text) if earlier is None else longest(text, chains, earlier) for text in texts)


def _moves(window: Chain) -> bool:
    return progress.moves([entry.stands_for[0] for entry in window])


def _pairs(window: Chain) -> Iterator[ComparedRounds]:
    """Each neighbour, and the first with each later one that is not its neighbour."""
    for earlier, later in pairwise(window):
        if later.joined is not None:
            yield ComparedRounds(earlier.text.round, later.text.round, later.joined)
    for later in window[2:]:
        yield ComparedRounds(window[0].text.round, later.text.round, with_first(window[0], later))


def _open_run(chain: Chain, threshold: int) -> OpenRun:
    return OpenRun(chain[-1].text.raw, tuple(entry.text.round for entry in chain), threshold)
