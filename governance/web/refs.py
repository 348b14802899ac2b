"""References as people read them, in addresses: G-0412, R-0127, E-0057, S-0009. Another spelling is no address.

Importing this file makes `<goal:…>`, `<request:…>`, `<escalation:…>` and `<session:…>` known to `path`, and
`<number:…>` for other keys.
"""

from __future__ import annotations

from typing import Any

from django.urls import register_converter

LARGEST = 2**63 - 1


class Ref:
    """A path converter. In views it is the number, in addresses the written reference."""

    letter = ""
    regex = ""

    def to_python(self, value: str) -> int:
        number = int(value[2:])
        if value != self.to_url(number) or not 0 < number <= LARGEST:
            raise ValueError(value)
        return number

    def to_url(self, value: Any) -> str:
        return f"{self.letter}-{value:04d}"


class GoalRef(Ref):
    letter, regex = "G", "G-[0-9]{4,19}"


class RequestRef(Ref):
    letter, regex = "R", "R-[0-9]{4,19}"


class EscalationRef(Ref):
    letter, regex = "E", "E-[0-9]{4,19}"


class SessionRef(Ref):
    letter, regex = "S", "S-[0-9]{4,19}"


class Number:
    """A whole number from 1 upwards in plain digits, small enough to be the key of a row."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: Any) -> str:
        return str(value)


GOAL, REQUEST, ESCALATION, SESSION = "goal", "request", "escalation", "session"
register_converter(GoalRef, GOAL)
register_converter(RequestRef, REQUEST)
register_converter(EscalationRef, ESCALATION)
register_converter(SessionRef, SESSION)
NUMBER = "number"
register_converter(Number, NUMBER)
