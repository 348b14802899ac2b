"""What the next request of a conversation weighs, and what earlier attempts already told about it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from goals.agent.bounds import Known
from goals.agent.payload import Payload
from goals.agent.profiles import Profile, profile_for
from goals.agent.request import Request
from goals.agent.tools import registry
from goals.models import Attempt, Execution
from goals.strategies.base import Conversation
from goals.terms import Terms
from governance import canonical
from governance.compiled import Compiled
from governance.enums import UsageState

NO_DOUBT = {"", "unpriced"}
"""Marks of an attempt that say nothing against its counts."""


def payload_of(conversation: Conversation) -> Payload:
    """The conversation with the schemas of its tools, weighed."""
    return Payload(conversation.messages, registry.schemas(registry.offered(conversation.tools)))


def model_of(terms: Terms) -> str:
    """The model that a goal's requests go to: the first that was signed for."""
    return terms.models[0]


def profile_of(terms: Terms) -> Profile:
    """The profile of the goal's model; its context is never more than was signed for."""
    options = settings.COUNTERSIGN
    return profile_for(
        options.model_base_url, model_of(terms), min_output=options.min_output_tokens,
        context_tokens=options.model_context_tokens, most_context=terms.context_limit,
    )  # fmt: skip


def known_of(goal_id: str, payload: Payload, *, profile: Profile, model: str) -> Known | None:
    """The exact count of the latest answered request, if this conversation continues it byte by byte.

    The request is put together again and must have the digest that was committed before it left.
    """
    counted = _latest_counted(goal_id)
    answered = payload.last_answer()
    if counted is None or answered is None or counted["model"] != model:
        return None
    before = Request(model, payload, answered, counted["bound_output_tokens"], profile)
    if canonical.digest(before.text) != counted["request_digest"]:
        return None
    return Known(counted["returned_model"], answered, counted["input_tokens"], counted["output_tokens"])


def _latest_counted(goal_id: str) -> dict[str, Any] | None:
    """The latest answered attempt of the goal's last executions, if its usage is beyond doubt."""
    latest = _LATEST.first(goal=goal_id)
    if latest is None or latest["usage_state"] != UsageState.REPORTED:
        return None
    return latest if set(latest["flags"].split(",")) <= NO_DOUBT else None


def _latest(*, goal: str) -> QuerySet[Attempt, Any]:
    last = Execution.objects.filter(goal=goal, steps__gt=0).order_by("-pk").values("pk")[:2]
    answered = Attempt.objects.filter(execution__in=last, error="").order_by("-started_at")
    return answered.values(
        "model", "returned_model", "bound_output_tokens", "request_digest", "input_tokens", "output_tokens",
        "usage_state", "flags",
    )[:1]  # fmt: skip


_LATEST = Compiled(_latest, goal=str)
