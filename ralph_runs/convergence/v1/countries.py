"""Recognises countries under their English and Chinese names: Norway, Norwegian, 挪威. Knows no cities."""

import re
from collections.abc import Iterator
from pathlib import Path

from ralph_runs.convergence.v1.marks import NAMED, Mark, Recogniser, Sheet

_TABLE = Path(__file__).parent / "tables" / "countries.txt"


def _load() -> dict[str, str]:
    """Each form as written in capitals or with a capital, and its country."""
    forms: dict[str, str] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            country, _, rest = line.partition(":")
            for form in rest.replace("|", " ").split():
                forms |= {form: country, form.upper(): country}
    return forms


_FORMS = _load()
_LATIN = "|".join(sorted((form for form in _FORMS if form.isascii()), key=len, reverse=True))
_CHINESE = "|".join(sorted((form for form in _FORMS if not form[0].isascii()), key=len, reverse=True))
_COUNTRY = re.compile(rf"(?<![\w-])(?:{_LATIN})(?![\w])|(?:{_CHINESE})")


def countries(sheet: Sheet) -> Iterator[Mark]:
    """Countries, also where they only describe: the Norwegian payroll."""
    for found in _COUNTRY.finditer(sheet.text):
        yield Mark(found.start(), found.end(), NAMED, "country", _FORMS[found.group()])


COUNTRIES: tuple[Recogniser, ...] = (countries,)
