"""Input from outside: strict field types, and refusals that name the field and the way out."""

from governance.strict.reading import parse, readable, reason

__all__ = ["parse", "readable", "reason"]
