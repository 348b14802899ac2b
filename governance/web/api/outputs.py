"""How values leave: tokens as integers, money as decimal strings, times in RFC 3339 UTC with Z."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal
from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers

from governance import canonical
from governance.models import Person
from governance.money import trimmed
from governance.web.api.problems import plain


class Described(serializers.Field[Any, Any, Any, Any]):
    """Base of read-only fields that say themselves how the published document describes them."""

    described: dict[str, Any] = {}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        set_override(self, "field", self.described)

    def to_internal_value(self, data: Any) -> Any:
        raise NotImplementedError("outputs are never read")


class Money(Described):
    """An exact decimal string with two places, or as many as it needs."""

    described = {"type": "string", "pattern": r"^-?[0-9]+\.[0-9]{2,10}$", "examples": ["12.50"]}

    def to_representation(self, value: Decimal) -> str:
        return format(trimmed(value), "f")


class Tokens(Described):
    """A whole number of tokens."""

    described = {"type": "integer"}

    def to_representation(self, value: int) -> int:
        return int(value)


class Number(Tokens):
    """Any other whole number."""


class When(Described):
    """An instant."""

    described = {"type": "string", "format": "date-time"}

    def to_representation(self, value: datetime) -> str:
        return canonical.instant(value)


class Text(Described):
    """Text as it is; characters that JSON cannot carry are written out."""

    described = {"type": "string"}

    def to_representation(self, value: Any) -> str:
        return str(value).encode("utf-8", "backslashreplace").decode()


class Flag(Described):
    described = {"type": "boolean"}

    def to_representation(self, value: Any) -> bool:
        return bool(value)


class OneOf(Described):
    """One of these words."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        self.described = {"type": "string", "enum": [str(choice) for choice in choices]}
        super().__init__(**kwargs)

    def to_representation(self, value: Any) -> str:
        return str(value)


class Facts(Described):
    """A JSON object kept as text or at hand; amounts inside are decimal strings."""

    described = {"type": "object", "additionalProperties": True}

    def to_representation(self, value: Any) -> Any:
        return plain(json.loads(value) if isinstance(value, str) else value)


class MaybeFacts(Facts):
    """As `Facts`; null where there is no text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, allow_null=True)

    def get_attribute(self, instance: Any) -> Any:
        return super().get_attribute(instance) or None


class Words(Described):
    """Names kept with commas or spaces between them, or as a sequence."""

    described = {"type": "array", "items": {"type": "string"}}

    def to_representation(self, value: Any) -> list[str]:
        if isinstance(value, str):
            return [word for word in value.replace(",", " ").split() if word]
        return [str(word) for word in value]


class Maybe(Text):
    """Text that is kept as "" where there is none: given as null."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, allow_null=True)

    def get_attribute(self, instance: Any) -> Any:
        return super().get_attribute(instance) or None


class PersonOut(serializers.Serializer[Person]):
    """A person or a service account."""

    id = Number(source="pk")
    name = Text(source="*")
