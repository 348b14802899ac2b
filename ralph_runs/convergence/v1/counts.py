"""Recognises how much of something is left or done, so that counts that move can be told from counts that stand."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed, ordered
from ralph_runs.convergence.v1.marks import COUNTED, Mark, Recogniser, Sheet
from ralph_runs.convergence.v1.records import plain_sum
from ralph_runs.convergence.v1.vocabulary import STOP, TROUBLE, VOCABULARY

LEFT, DONE = "left", "done"
_ENGLISH = ordered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
)
_WORDS = {word: n for n, word in enumerate(_ENGLISH)} | {
    word: n for n, word in enumerate("零一二三四五六七八九十")
}
_WORDS["两"] = 2
_N = r"\d{1,3}(?:[,' ]\d{3}){1,4}|\d{1,9}"
_OF = re.compile(
    rf"(?<![\w.,:/#-])({_N})\s?(?:of|/|out\sof|from|之中)\s?(?:the\s)?({_N})(?![\w%]|[.,]\d)", re.IGNORECASE
)
_NOUNS = re.compile(
    rf"(?<![\w.,:/#-])({_N}|{'|'.join(_ENGLISH)})\s((?:[a-z-]{{2,20}}\s){{0,3}}?)"
    r"([a-z]{3,20}s|left|remain(?:ing)?|fail(?:ed|ing|ures?)?|open|missing|unmatched|people|entries|more|error|comment|"
    r"failure|test|row|record|file|item)(?![\w])",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?<![\w])(?:position|remaining|left|open|failed|failures?|errors?|unmatched|missing|pending|to\sgo|"
    rf"剩余|剩下|还剩|还有|共|失败)\s?[:=#]?\s?({_N})(?![\w%]|[.,:]\d)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    rf"({_N}|[一二两三四五六七八九十])\s?(?:个|条|笔|张|项|处|份|家|行|人|件|封|页|批|种|位|列|篇|台|单)(?![内外])"
)
_SUM = r"\d{1,3}(?:[,.' ]\d{3}){0,5}(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,4})?"
_DIFFERENCE = re.compile(
    r"(?:(?:out|off|short|differs?|wrong|over|under|high|low)\sby|"
    r"(?:difference|gap|deficit|shortfall|imbalance)\s(?:of|is|:)|差额?(?:为|是)?|相差)\s?"
    rf"(?:[A-Z]{{3}}|[€$£¥])?\s?({_SUM})(?:\s?(?:[A-Z]{{3}}|[€$£¥]|元))?(?![\w])",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?<![\w.,-])(\d{1,3}(?:[.,]\d{1,4})?)\s?%")
_DONE = re.compile(
    r"\b(?:processed|complete[d]?|done|uploaded|downloaded|migrated|copied|finished|converted|imported|exported|"
    r"indexed|synced|covered|coverage|transferred|matched|passed|passing|scanned|translated|backfilled|progress|"
    r"loaded|replayed|reconciled)\b|完成|已处理|已迁移|已上传|已导入|进度|已同步|覆盖率",
    re.IGNORECASE,
)
_VERBS = listed("awaits needs waits lacks fails stops requires remains depends does has is was")


def counts(sheet: Sheet) -> Iterator[Mark]:
    """Numbers of things. Rising is progress where the text speaks of what is done, else falling is."""
    kind = DONE if _DONE.search(sheet.text) else LEFT
    for found in _DIFFERENCE.finditer(sheet.text):
        yield Mark(found.start(1), found.end(1), COUNTED, LEFT, plain_sum(found.group(1)))
    for found in _OF.finditer(sheet.text):
        yield Mark(found.start(), found.end(), COUNTED, kind, _plain(found.group(1)))
    if kind == DONE:
        for found in _PERCENT.finditer(sheet.text):
            yield Mark(found.start(), found.end(), COUNTED, DONE, found.group(1).replace(",", "."))
    for regex in (_NOUNS, _LABELLED, _CHINESE):
        for found in regex.finditer(sheet.text):
            if regex is not _NOUNS or not _is_verb(found.group(3).casefold()):
                yield Mark(found.start(1), found.end(1), COUNTED, kind, _plain(found.group(1)))


def _is_verb(word: str) -> bool:
    """Whether the word behind a number is no noun: 4417 awaits, 1400 does."""
    entry = VOCABULARY.word(word)
    if word in _VERBS or entry is None:
        return word in _VERBS
    return entry.group in (STOP, TROUBLE) and entry.concept not in ("broken", "missing", "waiting")


def _plain(text: str) -> str:
    spelt = _WORDS.get(text.casefold())
    return str(spelt) if spelt is not None else re.sub(r"\D", "", text)


COUNTS: tuple[Recogniser, ...] = (counts,)
