"""How a provider request can fail: a stable code, a sentence, and whether it may have cost something."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why a request gave no usable answer."""

    RATE_LIMITED = "rate-limited"  # 429: the provider refused to work on it
    REQUEST_ERROR = "request-error"  # any other 4xx: asking again would fail again
    PROVIDER_ERROR = "provider-error"  # 5xx, or an error object inside an answer
    TIMEOUT = "timeout"  # no complete answer in time
    CONNECTION_LOST = "connection-lost"  # no connection, or one that broke
    BAD_ANSWER = "bad-answer"  # an answer that does not follow the protocol, or is too large
    LENGTH = "length"  # the answer was cut at the output limit
    CONTENT_FILTER = "content-filter"  # the provider withheld the answer


class Charge(StrEnum):
    """What a failed request can have cost."""

    NOT_SENT = "not-sent"  # nothing left this machine
    REFUSED = "refused"  # the provider declined before it worked: nothing is charged
    POSSIBLE = "possible"  # it may have been worked on: its usage, or its full bound, counts


TRANSIENT = frozenset({Code.PROVIDER_ERROR, Code.TIMEOUT, Code.CONNECTION_LOST})
"""Failures that another attempt inside the round may mend. A rate limit is not one: it ends the round."""


@dataclass(frozen=True, slots=True)
class Failure:
    code: Code
    sentence: str
    charge: Charge = Charge.POSSIBLE

    @property
    def transient(self) -> bool:
        return self.code in TRANSIENT
