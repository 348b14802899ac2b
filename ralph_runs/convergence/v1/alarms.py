"""Finds patterns over rounds that a person should see. None of them stops anything."""

from collections.abc import Sequence

from ralph_runs.convergence.v1 import rules
from ralph_runs.convergence.v1.links import Round, telling_keys
from ralph_runs.convergence.values import Alarm, ReadBlocker

LOOK_BACK = 4  # rounds that an alternation spans
MAX_COMPARED = 12  # blockers per round that alarms look at


def find(
    rounds: Sequence[Round],
    *,
    threshold: int,
    report_digests: Sequence[str | None] | None,
    evidence: Sequence[Sequence[str] | None] | None,
) -> tuple[Alarm, ...]:
    """All alarms that the rounds give, each with the rounds it is about."""
    found = (
        _alternation(rounds),
        _always_new(rounds, threshold),
        _identical_reports(rounds, threshold, report_digests),
        _no_evidence(rounds, threshold, evidence),
    )
    return tuple(alarm for alarm in found if alarm is not None)


def _alternation(rounds: Sequence[Round]) -> Alarm | None:
    for end in range(LOOK_BACK, len(rounds) + 1):
        a, b, c, d = rounds[end - LOOK_BACK : end]
        if _meet(a, c) and _meet(b, d) and not _meet(a, b) and not _meet(b, c) and not _meet(c, d):
            numbers = tuple(one.number for one in (a, b, c, d))
            return Alarm(
                "alternation",
                numbers,
                f"Two blockers take turns: rounds {a.number} and {c.number} report one, "
                f"rounds {b.number} and {d.number} the other.",
            )
    return None


def _always_new(rounds: Sequence[Round], threshold: int) -> Alarm | None:
    """At the end of the rounds, more rounds in a row than the threshold, each blocked, by nothing seen before."""
    fresh: list[Round] = []
    for i, current in enumerate(rounds):
        known = any(_meet(earlier, current) for earlier in rounds[max(0, i - 12) : i])
        fresh = [*fresh, current] if current.blockers and not known else []
    if len(fresh) <= threshold:
        return None
    numbers = tuple(one.number for one in fresh)
    return Alarm("always-new", numbers, f"{len(fresh)} rounds in a row were each blocked by something new.")


def _identical_reports(
    rounds: Sequence[Round], threshold: int, digests: Sequence[str | None] | None
) -> Alarm | None:
    if digests is None:
        return None
    tail = [(one.number, digests[one.number - 1]) for one in rounds if one.number <= len(digests)][
        -threshold:
    ]
    if len(tail) < threshold or tail[0][1] is None or len({digest for _, digest in tail}) > 1:
        return None
    numbers = tuple(number for number, _ in tail)
    return Alarm("identical-reports", numbers, f"The last {threshold} reports are identical, word for word.")


def _no_evidence(
    rounds: Sequence[Round], threshold: int, evidence: Sequence[Sequence[str] | None] | None
) -> Alarm | None:
    """No settled round of the last ones adds a piece of evidence that an earlier round had not given."""
    if evidence is None:
        return None
    seen: set[str] = set()
    barren: list[int] = []
    for one in rounds:
        given = evidence[one.number - 1] if one.number <= len(evidence) else None
        new = {" ".join(piece.split()).casefold() for piece in given or ()} - seen
        seen |= new
        barren = [] if new else [*barren, one.number]
    if len(barren) < threshold:
        return None
    return Alarm(
        "no-evidence", tuple(barren), f"{len(barren)} rounds in a row gave no new evidence of change."
    )


def _meet(a: Round, b: Round) -> bool:
    return any(_same(x, y) for x in a.blockers[:MAX_COMPARED] for y in b.blockers[:MAX_COMPARED])


def _same(a: ReadBlocker, b: ReadBlocker) -> bool:
    if a.canonical == b.canonical:
        return True
    return not telling_keys(a).isdisjoint(telling_keys(b)) and rules.compare(a, b).same
