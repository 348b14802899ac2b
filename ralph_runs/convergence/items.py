"""What a caller may hand in as one blocker: a string, or an object with a text. Refuses everything else."""

from collections.abc import Mapping
from dataclasses import dataclass

FIELDS = ("text", "kind", "object", "needs", "ref")
_EXPECTED = "a blocker is a string or an object with a text"


class MalformedBlocker(ValueError):
    """The item is neither a string nor an object with string fields."""


@dataclass(frozen=True, slots=True)
class Item:
    """One reported blocker. Fields that were not given are empty strings."""

    text: str
    kind: str = ""
    object: str = ""
    needs: str = ""
    ref: str = ""


def parse_item(given: object) -> Item:
    """Return the item for a string or a mapping. Unknown keys are ignored; `null` fields count as not given.

    Raises MalformedBlocker for any other shape, a missing text, or a field that is not a string. A whole number
    is accepted as `ref`, since a report may point at a blocker by its position.
    """
    if isinstance(given, Item):
        return given
    if isinstance(given, str):
        return Item(text=given)
    if not isinstance(given, Mapping):
        raise MalformedBlocker(f"{_EXPECTED}, not {type(given).__name__}")
    if not isinstance(given.get("text"), str):
        raise MalformedBlocker(_EXPECTED)
    return Item(**{name: _field(name=name, value=given.get(name)) for name in FIELDS})


def _field(*, name: str, value: object) -> str:
    if value is None:
        return ""
    if name == "ref" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value
    raise MalformedBlocker(f"the field {name} of a blocker is a string, not {type(value).__name__}")
