"""Every error that governance raises. Each has a stable code, a sentence and its numbers.

CountersignError
├── Invalid              bad input: names the field and the way out           400
├── Forbidden            the person may not do this                           403
│   └── SelfApproval     nobody signs for their own request                   403
├── NotFound             no such thing, or not yours to see                   404
├── Conflict             the state moved, or the decision is already taken    409
├── Exhausted            a budget, cap or envelope has no room                402
├── EnforcementUnavailable   the gate could not be asked: nothing started     503
└── AppendOnlyViolation  somebody tried to change the record                  500
"""

from __future__ import annotations

from typing import Any


class CountersignError(Exception):
    """Base: `code` is stable lower-kebab-case, `details` carries the numbers.

    `kept` tells a door that the record already holds this refusal.
    """

    code = "error"
    kept = False

    def __init__(self, message: str, *, code: str | None = None, field: str | None = None, **details: Any):
        super().__init__(message)
        self.message = message
        self.field = field
        self.details = details
        if code:
            self.code = code


class Invalid(CountersignError):
    code = "invalid"


class Forbidden(CountersignError):
    code = "forbidden"


class SelfApproval(Forbidden):
    code = "self-approval"


class NotFound(CountersignError):
    code = "not-found"


class Conflict(CountersignError):
    code = "conflict"


class Exhausted(CountersignError):
    code = "exhausted"


class EnforcementUnavailable(CountersignError):
    code = "enforcement-unavailable"


class AppendOnlyViolation(CountersignError):
    code = "append-only"

    def __init__(self, table: str, act: str):
        super().__init__(f"{table} rows are part of the record and cannot be {act}", table=table, act=act)
