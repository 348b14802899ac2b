"""Cuts an English word to a stem so that its forms meet: approve, approved, approval. Never looks at meaning."""

from functools import lru_cache
from pathlib import Path

_TABLE = Path(__file__).parent / "tables" / "forms.txt"
_ENDINGS = (
    ("izations", "is"), ("isations", "is"), ("ization", "is"), ("isation", "is"), ("ifications", "if"),
    ("ification", "if"), ("izing", "is"), ("ising", "is"), ("ized", "is"), ("ised", "is"), ("izes", "is"),
    ("ize", "is"), ("ifies", "if"), ("ified", "if"), ("ifying", "if"), ("ations", ""), ("ation", ""), ("ating", ""),
    ("ated", ""), ("ates", ""), ("ate", ""), ("ments", ""), ("ment", ""), ("ancies", ""), ("ances", ""), ("ance", ""),
    ("encies", ""), ("ences", ""), ("ence", ""), ("ency", ""), ("ions", ""), ("ion", ""), ("ings", ""), ("ing", ""),
    ("edly", ""), ("ables", ""), ("able", ""), ("ible", ""), ("ies", "y"), ("ied", "y"), ("ness", ""), ("als", ""),
    ("al", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""),
)  # fmt: skip
_SHORTEST = {"ies": 2, "ied": 2, "ing": 3, "ings": 3, "ed": 3, "es": 3, "s": 2, "ize": 4, "als": 5, "al": 5}
_DEFAULT_SHORTEST = 4
_DOUBLES = ("bb", "dd", "gg", "ll", "mm", "nn", "pp", "rr", "tt")


def _load() -> tuple[dict[str, str], frozenset[str]]:
    """Form to base, and the bases that are kept whole."""
    bases: dict[str, str] = {}
    whole: set[str] = set()
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, forms = line.partition(":")
            base = name.strip().rstrip("!")
            bases |= dict.fromkeys(forms.split(), base)
            whole |= {base} if name.strip().endswith("!") else set()
    return bases, frozenset(whole)


_BASES, _WHOLE = _load()


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a lower-case word without apostrophes. Words of three letters and fewer stay as they are."""
    word = _BASES.get(word, word)
    if word in _WHOLE or len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    for ending, instead in _ENDINGS:
        rest = len(word) - len(ending)
        if word.endswith(ending) and rest >= _SHORTEST.get(ending, _DEFAULT_SHORTEST):
            return _trim(word[:rest] + instead)
    return _trim(word)


def _trim(word: str) -> str:
    if word[-2:] in _DOUBLES:
        return word[:-1]
    while len(word) > 3 and word[-1] in "eiy":
        word = word[:-1]
    return word
