"""The terms of a goal: the value, how it is read, and which of two risks more."""

from goals.terms.comparing import changed, narrows, widens, within
from goals.terms.model import Terms
from goals.terms.reading import parse, read_terms

__all__ = ["Terms", "changed", "narrows", "parse", "read_terms", "widens", "within"]
