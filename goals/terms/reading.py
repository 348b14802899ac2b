"""Terms from outside, refused field by field in words; and terms from the record, trusted."""

from __future__ import annotations

import json
from functools import lru_cache

from goals.terms.model import Terms
from governance import strict


def parse(data: object) -> Terms:
    """Terms from a mapping of plain JSON values or Python ones. Raises Invalid that names the first field."""
    return strict.parse(Terms, data, noun="The terms")


@lru_cache(maxsize=2048)
def read_terms(text: str) -> Terms:
    """The terms behind a stored canonical text."""
    return Terms.model_validate(json.loads(text))
