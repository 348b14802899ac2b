"""Recognises names by quotes and by how they are written: symbols, tests, people, products, countries."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from ralph_runs.convergence.v1.compounds import is_compound
from ralph_runs.convergence.v1.kinds import branches, by_noun, known_word, plain
from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet, pattern
from ralph_runs.convergence.v1.vocabulary import TROUBLE, VOCABULARY

_QUOTED = re.compile(r"`([^`\n]{1,120})[`']|\"([^\"\n]{1,120})\"|(?<![\w])'([^'\n]{1,120})'(?![\w])")
_BOLD = re.compile(r"\*\*([^*\n]{1,120})\*\*")
_TOKEN = re.compile(r"^[\w.$@/:+#&-]{1,100}(?:\(\))?$")
_LONGEST_CHINESE_SYMBOL = 6
_SHAPES = (
    re.compile(
        r"(?<![\w.-])(?:[A-Za-z_]\w{0,60}(?:\.|::|#)){1,8}[A-Za-z_]\w{0,60}(?:\(\))?(?![\w])", re.ASCII
    ),
    re.compile(r"(?<![\w.])_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+){1,12}_{0,2}(?:\(\))?(?![\w])", re.ASCII),
    re.compile(r"(?<![\w.])[A-Z][a-zA-Z0-9]*(?:_[A-Za-z0-9]+){1,12}(?![\w])", re.ASCII),
    re.compile(
        r"(?<![\w.])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*){1,8}|[a-z]+(?:[A-Z][a-z0-9]*){1,8})(?:\(\))?(?![\w])",
        re.ASCII,
    ),
    re.compile(r"(?<![\w.])[a-z_]\w{1,60}\(\)", re.ASCII),
)
_ABBREVIATION = re.compile(r"(?:e\.g|i\.e|a\.k\.a|p\.m|a\.m|etc)\.?", re.IGNORECASE)
_KEBAB = re.compile(
    r"(?<![\w./-])[A-Za-z][A-Za-z0-9]{0,40}(?:-[A-Za-z0-9]{1,40}){1,8}(?![\w]|-\w|\.\w)", re.ASCII
)
_TESTS = (
    r"(?<![\w])test_\w{1,120}(?:\[[^\]\n]{0,80}\])?",
    r"(?<![\w])Test[A-Z]\w{1,100}(?:/\w{1,100}){0,4}",
    r"(?<![\w])[A-Z]\w{1,80}(?:Test|Tests|IT|Spec)(?:[.#]\w{1,100}|(?=\b))",
    r"(?:›|●|»)\s?[^›●\n(.,;:]{2,100}",
)
_CAPITAL = re.compile(r"(?<![\w'.@/-])[^\W\d_a-z][a-zà-ÿ]{1,40}(?:[A-Z][a-z]{1,20})?(?![\w-])")
_STARTS = re.compile(r"(?:^|[.!?:;\n>•*\"(\[-]\s?|\d\.\s|[.!?]\s{1,2})$")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"(?<![\w])[A-Za-z][A-Za-z0-9.+#-]{1,40}(?<![.-])(?![\w])", re.ASCII)
_CODE_NAME = r"(?<![\w.-])[A-Z]{1,5}\d{1,4}[A-Z]?(?![\w-]|\.\d)"


def quoted(sheet: Sheet) -> Iterator[Mark]:
    """One word in quotes or back-ticks is a symbol; a sentence in quotes is read as words."""
    for found in (*_QUOTED.finditer(sheet.text), *_BOLD.finditer(sheet.text)):
        group = next(i for i, text in enumerate(found.groups(), 1) if text)
        text = found.group(group).strip()
        if _is_symbol(text) and not (found.re is _BOLD and known_word(text)):
            start = found.start(group) + found.group(group).index(text)
            yield Mark(start, start + len(text), NAMED, "symbol", plain(text))


def _is_symbol(text: str) -> bool:
    if not _TOKEN.match(text) or not re.search(r"[^\W\d]", text):
        return False
    if _HAN.search(text) is None:
        return True
    known = VOCABULARY.term(text, 0)
    return len(text) <= _LONGEST_CHINESE_SYMBOL and (known is None or known[0].group != TROUBLE)


def shapes(sheet: Sheet) -> Iterator[Mark]:
    """Names by their writing: snake_case, dotted.name, CamelCase, call(), and kebab-case unless it is a compound."""
    for regex in _SHAPES:
        for found in regex.finditer(sheet.text):
            if not _ABBREVIATION.fullmatch(found.group()):
                yield Mark(found.start(), found.end(), NAMED, "symbol", plain(found.group()))
    for found in _KEBAB.finditer(sheet.text):
        if not is_compound(found.group()):
            yield Mark(found.start(), found.end(), NAMED, "symbol", found.group().casefold())


def people(sheet: Sheet) -> Iterator[Mark]:
    """Capitalised words inside a sentence, unless most of its words are capitalised."""
    found = list(_CAPITAL.finditer(sheet.text))
    words = len(re.findall(r"[A-Za-z]{2,}", sheet.text))
    if words >= 4 and len(found) * 10 > words * 7:
        return
    begins = sorted(mark.end for mark in sheet.marks if mark.role == IGNORED)
    for match in found:
        if not _opens(sheet.text, match.start(), begins) and not known_word(match.group()):
            yield Mark(match.start(), match.end(), NAMED, "name", match.group().casefold())


def _opens(text: str, start: int, begins: list[int]) -> bool:
    """Whether a sentence begins here; it also does behind what is ignored."""
    if _STARTS.search(text[max(0, start - 4) : start]):
        return True
    i = bisect_right(begins, start)
    return i > 0 and not text[begins[i - 1] : start].strip(" ])}:;,-|")


def latin_in_chinese(sheet: Sheet) -> Iterator[Mark]:
    """Latin words inside Chinese text, short acronyms left to the words."""
    unread = "".join(sheet.text[start:end] for start, end in sheet.gaps())
    if len(_HAN.findall(unread)) * 3 <= len(re.findall(r"[A-Za-z]", unread)):
        return
    for found in _LATIN.finditer(sheet.text):
        if not known_word(found.group()) and not re.fullmatch(r"[A-Z]{2,5}", found.group()):
            yield Mark(found.start(), found.end(), NAMED, "name", found.group().casefold())


NAMES: tuple[Recogniser, ...] = (
    *(pattern("test", regex, role=NAMED) for regex in _TESTS),
    branches,
    by_noun,
    quoted,
    shapes,
)
PEOPLE: tuple[Recogniser, ...] = (latin_in_chinese, people, pattern("name", _CODE_NAME, role=NAMED))
