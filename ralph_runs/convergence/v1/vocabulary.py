"""The word tables of this version: which words mean the same, in English and Chinese. Reads files, judges nothing."""

from dataclasses import dataclass
from pathlib import Path

from ralph_runs.convergence.v1.stemming import stem

OBJECT, GENERIC, ROLE, TROUBLE, STOP = "object", "generic", "role", "trouble", "stop"
_TABLES = Path(__file__).parent / "tables"
_FILES = (
    ("finance.txt", OBJECT),
    ("trade.txt", OBJECT),
    ("machines.txt", OBJECT),
    ("world.txt", OBJECT),
    ("generic.txt", GENERIC),
    ("roles.txt", ROLE),
    ("trouble.txt", TROUBLE),
)  # where a word stands in two tables, the later one holds
_LONGEST_PHRASE = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """What a word or term stands for. `bilingual` if the concept has forms in both languages."""

    concept: str
    group: str
    bilingual: bool


class Vocabulary:
    """Looks up stems, phrases of stems and Chinese terms."""

    def __init__(self, *, phrases: dict[str, Entry], terms: dict[str, Entry], spelt: set[str]) -> None:
        self._phrases = phrases
        self._spelt = spelt
        self._terms = terms
        self._longest_term = max(map(len, terms))

    def phrase(self, stems: list[str]) -> tuple[Entry, int] | None:
        """The longest known phrase at the beginning of `stems`, with its length in words."""
        for length in range(min(len(stems), _LONGEST_PHRASE), 0, -1):
            entry = self._phrases.get(" ".join(stems[:length]))
            if entry:
                return entry, length
        return None

    def word(self, word: str) -> Entry | None:
        """The entry of one lower-case English word."""
        return self._phrases.get(word) or self._phrases.get(stem(word))

    def spells(self, word: str) -> bool:
        """Whether the tables have the lower-case word in exactly this form."""
        return word in self._spelt

    def term(self, text: str, start: int) -> tuple[Entry, int] | None:
        """The longest known Chinese term of `text` that begins at `start`, with its length in characters."""
        for length in range(min(len(text) - start, self._longest_term), 0, -1):
            entry = self._terms.get(text[start : start + length])
            if entry:
                return entry, length
        return None


def _load() -> Vocabulary:
    phrases: dict[str, Entry] = {}
    terms: dict[str, Entry] = {}
    english, chinese = _stop_words()
    spelt = set(english)
    phrases |= {word: Entry(word, STOP, False) for word in english}
    terms |= {term: Entry(term, STOP, False) for term in chinese}
    for word in english:
        phrases.setdefault(stem(word), Entry(word, STOP, False))
    for name, group in _FILES:
        for concept, forms, named in load_lines(name):
            entry = Entry(concept, group, bool(forms and named))
            for words in forms:
                spelt.update(words.split())
                phrases[" ".join(stem(part) for part in words.replace("-", " ").split())] = entry
            terms.update(dict.fromkeys(named, entry))
    return Vocabulary(phrases=phrases, terms=terms, spelt=spelt)


def _stop_words() -> tuple[list[str], list[str]]:
    text = "\n".join(line for line in _read("stop.txt") if not line.startswith("#"))
    english, chinese = text.split("|")
    return english.split(), chinese.split()


def table_names() -> tuple[str, ...]:
    """The tables with concepts, in the order in which the later holds."""
    return tuple(name for name, _ in _FILES)


def load_lines(name: str) -> list[tuple[str, list[str], list[str]]]:
    """Concept, English forms and Chinese terms of each line of a table."""
    found = []
    for line in _read(name):
        if line.strip() and not line.startswith("#"):
            concept, rest = line.split(":", 1)
            english, _, chinese = rest.partition("|")
            found.append(
                (concept.strip(), [w.strip() for w in english.split(",") if w.strip()], chinese.split())
            )
    return found


def _read(name: str) -> list[str]:
    return (_TABLES / name).read_text(encoding="utf-8").splitlines()


VOCABULARY = _load()
