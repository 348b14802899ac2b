"""Every address of the API with its operations, read from the map of addresses itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from governance.web.api.address import Address
from governance.web.api.operation import Operation

PREFIX = "api/v1/"


def addresses() -> dict[str, Mapping[str, type[Operation]]]:
    """Operations by method, by the path below /api/v1/ with its names in braces."""
    return dict(_found(get_resolver().url_patterns, ""))


def _found(patterns: list[Any], before: str) -> Iterator[tuple[str, Mapping[str, type[Operation]]]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _found(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and issubclass(
            getattr(pattern.callback, "cls", object), Address
        ):
            named = re.sub(r"<\w+:(\w+)>", r"{\1}", path).removeprefix(PREFIX)
            yield named, pattern.callback.cls.operations
