"""What the next request of a conversation weighs, and what earlier attempts already told about it."""

from __future__ import annotations

from django.conf import settings

from goals.agent.bounds import Known
from goals.agent.payload import Payload
from goals.agent.profiles import Profile, profile_for
from goals.agent.request import Request
from goals.agent.tools import registry
from goals.models import Attempt, Execution
from goals.strategies.base import Conversation
from goals.terms import Terms
from governance import canonical
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
    attempt = _latest_counted(goal_id)
    answered = payload.last_answer()
    if attempt is None or answered is None or attempt.model != model:
        return None
    before = Request(model, payload, answered, attempt.bound_output_tokens, profile)
    if canonical.digest(before.text) != attempt.request_digest:
        return None
    assert attempt.input_tokens is not None
    assert attempt.output_tokens is not None
    return Known(attempt.returned_model, answered, attempt.input_tokens, attempt.output_tokens)


def _latest_counted(goal_id: str) -> Attempt | None:
    """The latest answered attempt of the goal's last executions, if its usage is beyond doubt."""
    executions = (
        Execution.objects.filter(goal=goal_id, steps__gt=0).order_by("-pk").values_list("pk", flat=True)[:2]
    )
    attempt = Attempt.objects.filter(execution__in=list(executions), error="").order_by("-started_at").first()
    if attempt is None or attempt.usage_state != UsageState.REPORTED:
        return None
    return attempt if set(attempt.flags.split(",")) <= NO_DOUBT else None
