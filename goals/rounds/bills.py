"""From what a provider said to what is posted. Pure: unknown is never zero, doubt counts upwards."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from goals.agent.usage import UsageReading
from governance.enums import UsageState
from governance.money import ZERO

LOWER_BOUNDS = frozenset({"stream-cut", "usage-not-final"})
QUARANTINED = frozenset({"negative-count", "not-a-count", "absurd-count"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What one attempt may cost at most, fixed before it leaves. Tokens, and money under a price."""

    input_tokens: int
    output_tokens: int
    money: Decimal = ZERO

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What is posted for an attempt: tokens, how sure it is, and marks of doubt."""

    tokens: int
    state: UsageState
    flags: tuple[str, ...]
    exact: bool

    @property
    def quarantined(self) -> bool:
        return bool(QUARANTINED.intersection(self.flags))


def count(reading: UsageReading | None, *, bound_tokens: int, sent: bool) -> Counted:
    """Tokens to post. `reading` None means that nothing came back; `sent` False that nothing left.

    Reported counts stand, also above the bound. A lower bound or a missing side posts the larger of
    the attempt's full bound and what is known.
    """
    if not sent:
        return Counted(tokens=0, state=UsageState.REPORTED, flags=("not-sent",), exact=True)
    if reading is None:
        return Counted(tokens=bound_tokens, state=UsageState.UNKNOWN, flags=("usage-missing",), exact=False)
    known = (reading.input_tokens or 0) + (reading.output_tokens or 0)
    flags = tuple(sorted(reading.flags))
    if reading.state == "reported":
        return Counted(tokens=known, state=UsageState.REPORTED, flags=flags, exact=True)
    if reading.state == "estimated" and not LOWER_BOUNDS.intersection(flags):
        return Counted(tokens=known, state=UsageState.ESTIMATED, flags=flags, exact=False)
    return Counted(tokens=max(known, bound_tokens), state=UsageState(reading.state), flags=flags, exact=False)
