"""Which blocker stood in which rounds of a run, put together from what was stored after each. Pure.

A decision names the blockers still standing with their latest rounds; here they are joined to one row each. Only
where two stood in the very same rounds is the pinned rule asked again which of them goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ralph_runs.convergence import compare


@dataclass(slots=True)
class Chain:
    """One blocker: the rounds that reported it, oldest first, and how each put it."""

    rounds: list[int] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """In the words of the latest report."""
        return self.texts[self.rounds[-1]]

    def add(self, number: int, text: str) -> None:
        self.rounds.append(number)
        self.texts[number] = text


def chains_of(decided: Iterable[tuple[int, Mapping[str, Any]]]) -> list[Chain]:
    """From rounds, oldest first, each with its stored verdict: one chain per blocker, the first reported first."""
    chains: list[Chain] = []
    for number, verdict in decided:
        taken: set[int] = set()
        for run in verdict["open_runs"]:
            before = [int(each) for each in run["rounds"][:-1]]
            chain = _going_on(chains, before, run["text"], int(verdict["version"]), taken)
            if chain is None:
                chain = Chain()
                for earlier in before:
                    chain.add(earlier, "")
                chains.append(chain)
            taken.add(id(chain))
            chain.add(number, run["text"])
    return chains


def _going_on(
    chains: list[Chain], before: list[int], text: str, version: int, taken: set[int]
) -> Chain | None:
    if not before:
        return None
    fits = [each for each in chains if id(each) not in taken and each.rounds[-len(before) :] == before]
    if len(fits) > 1:
        same = (one for one in fits if compare({"text": one.text}, {"text": text}, version=version).same)
        return next(same, fits[0])
    return fits[0] if fits else None
