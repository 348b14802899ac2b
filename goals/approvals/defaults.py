"""Fills in what a short request leaves out, from the settings. Doors use it; the terms then say everything."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from goals.terms.fields import SCRIPTED

VALID_DAYS = 30
TOOLS = ("list_files", "read_file", "write_file", "search_text")


def filled(data: Mapping[str, Any], *, at: datetime) -> dict[str, Any]:
    """The given fields over the service's defaults. What is given is never replaced, not even by None."""
    options = settings.COUNTERSIGN
    return {
        "currency": options.currency,
        "round_seconds": options.round_wall_clock_seconds,
        "models": [options.model_name],
        "endpoint": options.model_base_url or SCRIPTED,
        "tools": list(TOOLS),
        "valid_until": at + timedelta(days=VALID_DAYS),
        "context_limit": options.model_context_tokens,
        **data,
    }
