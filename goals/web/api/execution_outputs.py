"""What ran, at three depths whose totals are the same figures: executions, their turns and steps, their attempts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from goals.models import Attempt, Body, Execution, HumanInput, Step, ToolCall, Turn
from governance.enums import HoldStatus, OutboxStatus, UsageState
from governance.models import Hold, Outbox
from governance.web.api.outputs import Flag, Maybe, Money, Number, OneOf, PersonOut, Text, Tokens, When, Words


class SpendOut(serializers.Serializer[Any]):
    """What was posted, summed over the attempts below. Input includes cached and cache-write tokens."""

    tokens = Tokens()
    input_tokens = Tokens()
    cached_input_tokens = Tokens()
    cache_write_tokens = Tokens()
    output_tokens = Tokens()
    reasoning_tokens = Tokens()
    money = Money()


class HoldOut(serializers.Serializer[Hold]):
    """What was set aside, and how much of it was posted and released."""

    status = OneOf(HoldStatus)
    tokens = Tokens()
    posted_tokens = Tokens()
    released_tokens = Tokens()
    money = Money()
    posted_money = Money()
    released_money = Money()


class ExecutionOut(serializers.Serializer[Execution]):
    """A round (numbered) or a human turn (with its writer)."""

    id = Number(source="pk")
    goal = Text(source="goal.ref")
    kind = OneOf(Execution.Kind)
    number = Number(allow_null=True)
    writer = PersonOut(allow_null=True)
    state = OneOf(Execution.State)
    outcome = Maybe()
    sentence = Maybe()
    revision = Number()
    terms_version = Number()
    authorisation = Number(source="authorisation_id")
    session = Number(source="session_id", allow_null=True)
    currency = Text(source="goal.account.currency")
    spend = SpendOut(source="*")
    hold = HoldOut()
    steps = Number()
    claims = Number()
    epoch = Number()
    started_at = When()
    ended_at = When(allow_null=True)


class AttemptOut(serializers.Serializer[Attempt]):
    """One request to a provider: what it was bound to, and what it cost."""

    id = Text(source="pk")
    number = Number()
    state = OneOf(Attempt.State)
    model = Text()
    returned_model = Maybe()
    bound_input_tokens = Tokens()
    bound_output_tokens = Tokens()
    bound_tokens = Tokens()
    bound_money = Money()
    input_tokens = Tokens(allow_null=True)
    cached_input_tokens = Tokens(allow_null=True)
    cache_write_tokens = Tokens(allow_null=True)
    output_tokens = Tokens(allow_null=True)
    reasoning_tokens = Tokens(allow_null=True)
    usage_state = OneOf([*UsageState, ""])
    flags = Words()
    raw_usage = Maybe()
    tokens = Tokens()
    money = Money()
    price = Number(source="price_id", allow_null=True)
    entry = Number(source="entry.seq", allow_null=True)
    late = Flag()
    error = Maybe()
    finish_reason = Maybe()
    request_digest = Text()
    request_bytes = Number()
    started_at = When()
    ended_at = When(allow_null=True)


class BodyOut(serializers.Serializer[Body]):
    """A text by its digest. A purged one keeps its digest, its size, and the rule it was purged under."""

    digest = Text()
    bytes = Number()
    purged_at = When(allow_null=True)
    purge_rule = Maybe()


class FullBodyOut(BodyOut):
    text = Text(allow_null=True)


class ToolCallOut(serializers.Serializer[ToolCall]):
    """A tool that a step triggered. What it was given and gave back is read by its id."""

    id = Number(source="pk")
    number = Number()
    name = Text()
    code = Maybe()
    sentence = Maybe()
    arguments = BodyOut()
    result = BodyOut(allow_null=True)
    started_at = When()
    ended_at = When(allow_null=True)


class ToolCallDetailOut(ToolCallOut):
    execution = Number(source="step.turn.execution_id")
    arguments = FullBodyOut()
    result = FullBodyOut(allow_null=True)


class StepOut(serializers.Serializer[Step]):
    """One model call and the tools it triggered."""

    number = Number()
    sentence = Maybe()
    spend = SpendOut(source="*")
    attempts = AttemptOut(source="attempts.all", many=True)
    tool_calls = ToolCallOut(source="tool_calls.all", many=True)
    started_at = When()
    ended_at = When(allow_null=True)


class TurnOut(serializers.Serializer[Turn]):
    """One drain of input."""

    number = Number()
    sentence = Maybe()
    end_reason = Maybe()
    spend = SpendOut(source="*")
    steps = StepOut(source="steps.all", many=True)
    started_at = When()
    ended_at = When(allow_null=True)


class ExecutionDetailOut(ExecutionOut):
    """An execution with its turns, steps, attempts and tool calls."""

    turns = TurnOut(source="turns.all", many=True)


class ReservationOut(serializers.Serializer[Outbox]):
    """A round that was reserved: the worker claims and admits it, or drops it. It holds nothing yet."""

    id = Number(source="pk")
    number = Number()
    revision = Number()
    status = OneOf(OutboxStatus)
    created_at = When()


class MessageOut(serializers.Serializer[HumanInput]):
    """What a person wrote: it waits for what runs, then it is gated itself."""

    id = Number(source="pk")
    goal = Text(source="goal.ref")
    writer = PersonOut()
    status = OneOf(HumanInput.Status)
    refused_for = Maybe()
    execution = Number(source="execution_id", allow_null=True)
    body = FullBodyOut()
    at = When()
