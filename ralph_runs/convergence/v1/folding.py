"""Brings a text into one writing (NFKC, plain quotes and dashes) and remembers where each character came from."""

import unicodedata
from dataclasses import dataclass

MAX_CHARACTERS = 16_384
MAX_MARKS = 8  # combining marks on one character; more start a cluster of their own

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′｀´", "'"),
        **dict.fromkeys("“”„‟″«»「」『』《》〈〉", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        **dict.fromkeys("【〔〖", "["),
        **dict.fromkeys("】〕〗", "]"),
        **dict.fromkeys("，、", ", "),
        "：": ": ",
        "；": "; ",
        "。": ". ",
        **dict.fromkeys("\t\r\v\f\x85\u2028\u2029\u3000\xa0", " "),
    }
)


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is what the recognisers read; `origin[i]` is the raw position of `text[i]`; `cut` says it was too long."""

    text: str
    origin: tuple[int, ...]
    raw_length: int
    cut: bool

    def raw_span(self, *, start: int, end: int) -> tuple[int, int]:
        """The raw range behind a folded range, combining marks and dropped characters at its end included."""
        stop = self.origin[end] if end < len(self.origin) else self.raw_length
        return self.origin[start], stop


def fold(raw: str) -> Folded:
    """Fold at most MAX_CHARACTERS of `raw`. Case is kept: it is evidence for what a token is."""
    chars: list[str] = []
    origin: list[int] = []
    readable = raw[:MAX_CHARACTERS]
    for start, cluster in _clusters(readable):
        for char in unicodedata.normalize("NFKC", cluster.translate(_PLAIN)).translate(_PLAIN):
            again = char == " " and chars and chars[-1] == " "
            if not again and (char in " \n" or unicodedata.category(char)[0] != "C"):
                chars.append(char)
                origin.append(start)
    return Folded("".join(chars), tuple(origin), len(readable), len(raw) > MAX_CHARACTERS)


def _clusters(text: str) -> list[tuple[int, str]]:
    """Split into a base character with the combining marks that follow it."""
    found: list[tuple[int, str]] = []
    for position, char in enumerate(text):
        if found and unicodedata.combining(char) and len(found[-1][1]) <= MAX_MARKS:
            start, cluster = found[-1]
            found[-1] = (start, cluster + char)
        else:
            found.append((position, char))
    return found
