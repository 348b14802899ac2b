"""What can be wrong with a submission. One reason each, for people; the code is for programs."""

from __future__ import annotations


class ReportFault(ValueError):
    """A submission that is no report. `code` is kebab-case, `sentence` says what is wrong and where."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"


class MalformedResult(ValueError):
    """A terminal value that is not exactly one of the four that a run may end with."""
