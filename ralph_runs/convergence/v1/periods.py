"""Recognises the dates and periods a blocker is about: months, quarters, years, days of a rate or a statement."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import ordered
from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet

_LONG = ordered("january february march april may june july august september october november december")
_NUMBERS = {name[:3]: f"{i:02d}" for i, name in enumerate(_LONG, 1)}
_CHINESE = {digit: i for i, digit in enumerate(ordered("一 二 三 四 五 六 七 八 九 十 十一 十二"), 1)}
_ORDINALS = {word: str(i) for i, word in enumerate(ordered("first second third fourth"), 1)}
_ORDINALS |= {word: str(i) for i, word in enumerate("一二三四", 1)}
_CAPITAL = (
    r"(?:January|February|March|April|June|July|August|September|October|November|December|(?<!\w)May|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
_UNCASED = "|".join(
    name for month in _LONG if month not in ("march", "may") for name in (month, month.upper())
)
_DAY = re.compile(
    rf"(?<![\w.-])(?:(?P<y>\d{{4}})[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th|\.)?\s(?P<n2>{_CAPITAL})\.?(?:,?\s(?P<y2>20\d\d))?"
    rf"|(?P<n3>{_CAPITAL})\.?\s(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:)(?:,?\s(?P<y3>20\d\d))?"
    r"|(?P<d4>\d{1,2})[./](?P<m4>\d{1,2})[./](?P<y4>20\d\d))(?![\w]|-\d)",
    re.IGNORECASE,
)
_CHINESE_DAY = re.compile(r"(?:(?P<y>20\d\d)年)?(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]")
_MONTH = re.compile(
    rf"(?<![\w-])(?P<n>{_CAPITAL}|{_UNCASED})(?:\.?['\s-]\s?(?P<y>20\d\d))?(?![\w])"
    r"|(?<![\w-])(?P<y2>20\d\d)[-/](?P<m2>0[1-9]|1[0-2])(?![\w-])"
    r"|(?<![\w/-])(?P<m3>0[1-9]|1[0-2])/(?P<y3>20\d\d)(?![\w/])"
)
_CHINESE_MONTH = re.compile(r"(?:20\d\d\s?年\s?)?(?P<m>\d{1,2}|十一|十二|[一二三四五六七八九十])\s?月份?")
_QUARTER = re.compile(
    r"(?<![\w])(?:Q([1-4])|([1-4])Q|([1-4])(?:st|nd|rd|th)\squarter|(first|second|third|fourth)\squarter)(?![\w])"
    r"|第?([一二三四])季度",
    re.IGNORECASE,
)
_HALF = re.compile(r"(?<![\w])H([12])(?![\w])|([上下])半年")
_YEAR = re.compile(
    r"(?<![\w.,:/#-])(?:FY\s?)?(20[1-4]\d)(?:\s?年(?:度)?)?(?![\w]|[.,:]\d|-\d)|(?<![\w])FY'?(\d{2})(?![\w])"
)
_LED_BY_NOUN = re.compile(r"(?:[a-z]{3,}|\b(?:for|of|dated|vom|am))\s$|[\u3400-\u9fff]\s?$", re.IGNORECASE)
_LED_BY_TIME = re.compile(
    r"(?:\b(?:on|at|since|until|till|by|checked|tried|seen|from|today|again|failed|refused|rejected|reported|and)|"
    r"[截至自于从到在])\s?$",
    re.IGNORECASE,
)


def days(sheet: Sheet) -> Iterator[Mark]:
    """A full date is a name where a noun leads to it ("rates for 14 Aug"), else it only says when: ignored."""
    for regex in (_DAY, _CHINESE_DAY):
        for found in regex.finditer(sheet.text):
            parts = {key[0]: value for key, value in found.groupdict().items() if value}
            role = NAMED if _is_about(sheet.text, found.start(), found.end()) else IGNORED
            yield Mark(found.start(), found.end(), role, "date", f"{_month(parts)}-{int(parts['d']):02d}")


def _is_about(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 16) : start]
    if _LED_BY_TIME.search(before):
        return False
    return (
        _LED_BY_NOUN.search(before) is not None
        or re.match(r"\s?[\u3400-\u9fff]", text[end : end + 2]) is not None
    )


def _month(parts: dict[str, str]) -> str:
    """Two digits, from a name or a number."""
    return _NUMBERS[parts["n"][:3].casefold()] if "n" in parts else f"{int(parts['m']):02d}"


def months(sheet: Sheet) -> Iterator[Mark]:
    """Months, with or without a year."""
    for found in _MONTH.finditer(sheet.text):
        parts = {key[0]: value for key, value in found.groupdict().items() if value}
        yield Mark(found.start(), found.end(), NAMED, "month", _month(parts))
    for found in _CHINESE_MONTH.finditer(sheet.text):
        number = int(found["m"]) if found["m"].isdecimal() else _CHINESE[found["m"]]
        if 1 <= number <= 12:
            yield Mark(found.start(), found.end(), NAMED, "month", f"{number:02d}")


def quarters(sheet: Sheet) -> Iterator[Mark]:
    """Quarters and half-years."""
    for found in _QUARTER.finditer(sheet.text):
        text = next(group for group in found.groups() if group).casefold()
        yield Mark(found.start(), found.end(), NAMED, "quarter", _ORDINALS.get(text, text))
    for found in _HALF.finditer(sheet.text):
        text = found.group(1) or {"上": "1", "下": "2"}[found.group(2)]
        yield Mark(found.start(), found.end(), NAMED, "half-year", text)


def years(sheet: Sheet) -> Iterator[Mark]:
    """Years standing alone, and fiscal years."""
    for found in _YEAR.finditer(sheet.text):
        text = found.group(1) or f"20{found.group(2)}"
        yield Mark(found.start(), found.end(), NAMED, "year", text)


PERIODS: tuple[Recogniser, ...] = (days, months, quarters, years)
