"""How recognisers claim parts of a text. The first claim on a character wins, so the order of recognisers is a rule."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

IGNORED, NAMED, COUNTED = "ignored", "named", "counted"


@dataclass(frozen=True, slots=True)
class Mark:
    """A claimed range of the folded text. `type` is the kind of name, of noise or of count; `value` its plain form."""

    start: int
    end: int
    role: str
    type: str
    value: str


class Sheet:
    """The folded text with what is claimed so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.marks: list[Mark] = []
        self._taken = bytearray(len(text))

    def free(self, start: int, end: int) -> bool:
        return start < end and self._taken.find(1, start, end) == -1

    def claim(self, mark: Mark) -> bool:
        """Keep the mark if nobody claimed any of its characters before."""
        if not self.free(mark.start, mark.end):
            return False
        self.marks.append(mark)
        self._taken[mark.start : mark.end] = b"\x01" * (mark.end - mark.start)
        return True

    def gaps(self) -> Iterator[tuple[int, int]]:
        """The unclaimed ranges, in order."""
        start = self._taken.find(0)
        while start != -1:
            end = self._taken.find(1, start)
            end = len(self.text) if end == -1 else end
            yield start, end
            start = self._taken.find(0, end)


Recogniser = Callable[[Sheet], Iterable[Mark]]


def pattern(type_: str, regex: str, *, role: str = IGNORED, flags: int = 0) -> Recogniser:
    """A recogniser that marks each match: its group `v` if it names one, else the whole of it, lower-cased."""
    compiled = re.compile(regex, flags)
    group = "v" if "v" in compiled.groupindex else 0

    def recognise(sheet: Sheet) -> Iterator[Mark]:
        for found in compiled.finditer(sheet.text):
            start, end = found.span(group)
            if start != end:
                yield Mark(start, end, role, type_, found.group(group).casefold())

    return recognise


def scan(sheet: Sheet, recognisers: Iterable[Recogniser]) -> None:
    """Let each recogniser in turn claim what is still free."""
    for recognise in recognisers:
        for mark in recognise(sheet):
            sheet.claim(mark)
