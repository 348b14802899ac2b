"""Keeps in the record that somebody was refused something they asked for at this door: once a day for the same.

What a verb already kept is not kept again. The sentence holds nothing that the asker chose, so that nobody
can flood the record; the exact words stand in the facts.
"""

from __future__ import annotations

from typing import Any

from governance import audit, clock
from governance.models import Event, Person
from governance.transactions import outermost
from governance.web.api.operation import Call

ACTION = "act.refused"
NOT_KEPT = frozenset(
    {"idempotency-key-missing", "idempotency-key-reused", "answer-lost", "not-authenticated", "csrf"}
)


def keep(call: Call, *, asks: str, fields: frozenset[str], problem: dict[str, Any]) -> None:
    """One event on the asker's own stream, shown with the goal it was about."""
    if problem["status"] >= 500 or problem["retryable"] or problem["code"] in NOT_KEPT:
        return
    sentence = f"{call.acting.name} was not allowed to {asks}{_about(call)}: {_why(problem, fields)}. No money moved."
    with outermost():
        asker = Person.objects.select_for_update(no_key=True).get(pk=call.person.pk)
        today = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
        same = Event.objects.filter(stream=asker.stream_name, action=ACTION, at__gte=today)
        if same.filter(sentence=sentence).exists():
            return
        audit.record(
            acting=call.acting,
            on=asker,
            account=call.about,
            action=ACTION,
            sentence=sentence,
            facts={"code": problem["code"], "detail": problem["detail"], "field": problem.get("field")},
        )


def _about(call: Call) -> str:
    return f", {call.about.ref}" if call.about else ""


def _why(problem: dict[str, Any], fields: frozenset[str]) -> str:
    title = str(problem["title"])
    field = problem.get("field")
    where = f" in {field}" if field in fields else ""
    return f"{title[:1].lower()}{title[1:]}{where}"
