"""One row of the results: what was measured, ours, the yardstick, the ratio, and what is aimed at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """`aim` as in the table of numbers to reach; `met` None where the row only states figures."""

    what: str
    ours: str
    beside: str
    ratio: str
    aim: str
    met: bool | None

    def line(self) -> str:
        mark = {True: "met", False: "missed", None: "stated"}[self.met]
        return f"| {self.what} | {self.ours} | {self.beside} | {self.ratio} | {self.aim} | {mark} |"


HEAD = "| what | ours | beside | ratio | at least | |\n|---|---|---|---|---|---|"


def ratio(ours: float, beside: float, at_least: float) -> tuple[str, bool]:
    """The ratio in words and whether it reaches what is asked."""
    value = ours / beside if beside else 0.0
    return f"{value:.2f}", value >= at_least
