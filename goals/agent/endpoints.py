"""Which address a goal's requests go to. The one configured address; a key is sent nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from goals.agent.guard import on_this_machine
from goals.terms import Terms
from goals.terms.fields import SCRIPTED
from governance.errors import Conflict


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is, and the key that is sent there."""

    base_url: str
    api_key: str = ""

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url!r})"


def endpoint_for(terms: Terms) -> Endpoint:
    """The endpoint that was signed for, if it is the configured one. Raises Conflict `endpoint-not-configured`."""
    configured = settings.COUNTERSIGN.model_base_url.rstrip("/")
    signed = terms.endpoint == configured or (terms.endpoint == SCRIPTED and on_this_machine(configured))
    if not configured or not signed:
        raise Conflict(
            f"The goal was signed for {terms.endpoint}; this service is configured for {configured or 'none'}.",
            code="endpoint-not-configured",
        )
    return Endpoint(configured, settings.COUNTERSIGN.model_api_key.get_secret_value())
