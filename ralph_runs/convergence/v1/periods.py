"""Recognises the dates and periods a blocker is about: months, quarters, years, days of a rate or a statement."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet

_MONTHS = "january february march april may june july august september october november december".split()
_SHORT = {name[:3]: f"{i:02d}" for i, name in enumerate(_MONTHS, 1)} | {"sept": "09"}
_ZH_DIGITS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "十一": 11, "十二": 12}
_NAME = r"(?:January|February|March|April|June|July|August|September|October|November|December|(?<!\w)May|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
_DAY = re.compile(
    rf"(?<![\w.-])(?:(?P<y>\d{{4}})[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})|(?P<d2>\d{{1,2}})(?:st|nd|rd|th|\.)?\s(?P<n2>{_NAME})\.?(?:,?\s(?P<y2>20\d\d))?"
    rf"|(?P<n3>{_NAME})\.?\s(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|:)(?:,?\s(?P<y3>20\d\d))?|(?P<d4>\d{{1,2}})[./](?P<m4>\d{{1,2}})[./](?P<y4>20\d\d))(?![\w]|-\d)",
    re.IGNORECASE,
)
_ZH_DAY = re.compile(r"(?:(?P<y>20\d\d)年)?(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]")
_LOWER = r"january|february|april|june|july|august|september|october|november|december|JANUARY|FEBRUARY|MARCH|APRIL|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER"
_MONTH_YEAR = re.compile(rf"(?<![\w-])(?P<n>{_NAME}|{_LOWER})(?:\.?['\s-]\s?(?P<y>20\d\d))?(?![\w])|(?<![\w-])(?P<y2>20\d\d)[-/](?P<m2>0[1-9]|1[0-2])(?![\w-])|(?<![\w/-])(?P<m3>0[1-9]|1[0-2])/(?P<y3>20\d\d)(?![\w/])")
_ZH_MONTH = re.compile(r"(?:(?P<y>20\d\d)\s?年\s?)?(?P<m>\d{1,2}|十一|十二|[一二三四五六七八九十])\s?月份?")
_QUARTER = re.compile(r"(?<![\w])(?:Q([1-4])|([1-4])Q|([1-4])(?:st|nd|rd|th)\squarter|(first|second|third|fourth)\squarter)(?![\w])|第?([一二三四])季度", re.IGNORECASE)
_HALF = re.compile(r"(?<![\w])H([12])(?![\w])|([上下])半年")
_YEAR = re.compile(r"(?<![\w.,:/#-])(?:FY\s?)?(20[1-4]\d)(?:\s?年(?:度)?)?(?![\w]|[.,:]\d|-\d)|(?<![\w])FY'?(\d{2})(?![\w])")
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "一": "1", "二": "2", "三": "3", "四": "4"}
_NOUN_BEFORE = re.compile(r"(?:[a-z]{3,}|\b(?:for|of|dated|vom|am))\s$|[\u3400-\u9fff]\s?$", re.IGNORECASE)
_NOT_A_NOUN = re.compile(r"(?:\b(?:on|at|since|until|till|by|checked|tried|seen|from|today|again|failed|refused|rejected|reported|at|and)|[截至自于从到在])\s?$", re.IGNORECASE)


def days(sheet: Sheet) -> Iterator[Mark]:
    """A full date is a name where a noun leads to it ("rates for 14 Aug"), else it only says when: ignored."""
    for regex in (_DAY, _ZH_DAY):
        for found in regex.finditer(sheet.text):
            value = _day_value({k[0] + ("" if k[0] != "n" else ""): v for k, v in found.groupdict().items() if v})
            role = NAMED if _is_about(sheet.text, found.start(), found.end()) else IGNORED
            yield Mark(found.start(), found.end(), role, "date", value)


def _is_about(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 16) : start]
    if _NOT_A_NOUN.search(before):
        return False
    return _NOUN_BEFORE.search(before) is not None or re.match(r"\s?[\u3400-\u9fff]", text[end : end + 2]) is not None


def _day_value(parts: dict[str, str]) -> str:
    month = _SHORT[parts["n"][:3].casefold()] if "n" in parts else f"{int(parts['m']):02d}"
    return f"{month}-{int(parts['d']):02d}"


def months(sheet: Sheet) -> Iterator[Mark]:
    """Months with or without a year; the year is a mark of its own where it stands apart."""
    for found in _MONTH_YEAR.finditer(sheet.text):
        parts = {k[0]: v for k, v in found.groupdict().items() if v}
        value = _SHORT[parts["n"][:3].casefold()] if "n" in parts else parts["m"]
        yield Mark(found.start(), found.end(), NAMED, "month", value)
    for found in _ZH_MONTH.finditer(sheet.text):
        number = int(found["m"]) if found["m"].isdigit() else _ZH_DIGITS[found["m"]]
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
