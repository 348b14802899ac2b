"""How much a request can cost at most, and how long its answer may get. Pure; never sends, never posts.

bound = input bound + output limit. The output limit is clamped so that the bound fits what is left of
the hold, in tokens and in money; below the profile's `min_output` the request is not sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from goals.agent.payload import Payload
from goals.agent.profiles import Profile
from governance.money import ZERO
from governance.prices import costing

ENVELOPE = 200  # the request's other keys: model, limit, stream
MOST_BYTES_A_TOKEN = 8  # a reported input below one token for so many bytes is not built on


@dataclass(frozen=True, slots=True)
class Known:
    """What a recorded step told for certain: its request held the first `messages` messages.

    Only for usage that is `reported` without a flag, from the model that is asked again.
    """

    returned_model: str
    messages: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Room:
    """What is left of the hold; `money` is None where there is no money cap."""

    tokens: int
    money: Decimal | None


@dataclass(frozen=True, slots=True)
class Fit:
    """A request that fits: its bound in tokens and money; `output_tokens` is the limit to send."""

    input_tokens: int
    output_tokens: int
    money: Decimal


@dataclass(frozen=True, slots=True)
class Short:
    """A request that is not sent: `over-cap` or `context-limit`, in which unit, what is needed, what is left."""

    code: str
    unit: str
    needed: Decimal | int
    left: Decimal | int


def input_bound(payload: Payload, profile: Profile, *, known: Known | None = None) -> int:
    """Tokens that the request can be counted as at most.

    The weight of everything that is sent, or, if that is less, the exact count of the step before and
    the weight of what was appended since.
    """
    whole = (
        sum(payload.weights)
        + payload.tools_weight
        + overhead(profile, len(payload.weights), len(payload.tools))
    )
    if known is None or not _believable(payload, known):
        return whole
    return min(whole, _since(payload, profile, known))


def overhead(profile: Profile, messages: int, tools: int) -> int:
    """Tokens that a provider may add around so many messages and tools."""
    around = ENVELOPE + profile.request_overhead + profile.message_overhead * messages
    return around + (profile.tools_overhead + profile.tool_overhead * tools if tools else 0)


def _since(payload: Payload, profile: Profile, known: Known) -> int:
    appended = payload.weights[known.messages :]
    # The answer comes back as text, which can weigh more than the tokens it was made of.
    answer = max(known.output_tokens, appended[0]) if appended else known.output_tokens
    return known.input_tokens + answer + sum(appended[1:]) + profile.message_overhead * (len(appended) + 1)


def _believable(payload: Payload, known: Known) -> bool:
    before = sum(payload.weights[: known.messages])
    return known.messages <= len(payload.weights) and known.input_tokens * MOST_BYTES_A_TOKEN >= before


def fit(input_tokens: int, *, profile: Profile, room: Room, rates: costing.Rates | None) -> Fit | Short:
    """The largest output limit with which the bound fits, or what is short.

    `rates` may only be None where there is no money cap; then the bound's money is zero.
    """
    least = input_tokens + profile.min_output
    if least > profile.context_tokens:
        return Short("context-limit", "tokens", least, profile.context_tokens)
    if least > room.tokens:
        return Short("over-cap", "tokens", least, room.tokens)
    most = min(profile.max_output, profile.context_tokens - input_tokens, room.tokens - input_tokens)
    if room.money is not None:
        if rates is None:
            raise ValueError("a request under a money cap needs a price")
        least_money = costing.bound(rates, input_tokens=input_tokens, output_tokens=profile.min_output)
        if least_money > room.money:
            return Short("over-cap", "money", least_money, room.money)
        paid_for = costing.affordable_output(rates, money=room.money, input_tokens=input_tokens)
        most = most if paid_for is None else min(most, paid_for)
    output = max(profile.min_output, most)
    money = ZERO if rates is None else costing.bound(rates, input_tokens=input_tokens, output_tokens=output)
    return Fit(input_tokens, output, money)
