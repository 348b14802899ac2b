"""What must hold of who acted and what was called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, QuerySet

from goals.models import Armed, Attempt, Execution, SessionEvent
from governance.enums import UsageState
from governance.models import Event, Signature

FORGIVEN = ("settled-by-person", "late")


def every_change_has_its_event() -> Iterator[str]:
    """As many events as changes: admissions, ends and goal changes."""
    admitted = _tally(Execution.objects.all(), "kind")
    ended = _tally(Execution.objects.exclude(state__in=Execution.LIVE), "kind")
    attempts, events = _tally(Attempt.objects.all(), "state"), _tally(Event.objects.all(), "action")
    pairs = (
        ("round.admitted", admitted["round"]), ("turn.admitted", admitted["human"]),
        ("round.settled", ended["round"]), ("turn.settled", ended["human"]),
        ("attempt.posted", attempts["recorded"]), ("attempt.settled", attempts["settled"]),
    )  # fmt: skip
    for action, expected in pairs:
        if events[action] != expected:
            yield f"{expected} changes, {events[action]} events {action}"
    changes = SessionEvent.objects.filter(type="goal/change").count()
    recorded = sum(events[action] for action in GOAL_CHANGES)
    if changes > recorded:
        yield f"{changes} goal changes, {recorded} events of goal changes"


def _tally(rows: QuerySet[Any], by: str) -> Counter[str]:
    """How many rows there are of each value of a column. One query."""
    counted = rows.order_by().values_list(by).annotate(n=Count("pk"))
    return Counter(dict(counted))


GOAL_CHANGES = (
    "request.approved", "goal.edited", "goal.paused", "goal.resumed", "goal.stopped", "goal.closed",
    "completion.claimed", "completion.rejected", "terms.changed", "terms.narrowed", "escalation.answered",
)  # fmt: skip


def every_call_was_admitted_and_held() -> Iterator[str]:
    """Every attempt lies inside the hold of an admitted execution, with its intent before its answer."""
    loose = Attempt.objects.exclude(execution=F("step__turn__execution"))
    yield from (f"attempt {row.pk} belongs to two executions" for row in loose)
    for attempt in Attempt.objects.select_related("execution__hold", "execution__outbox").iterator():
        if attempt.bound_tokens > attempt.execution.hold.tokens:
            yield f"attempt {attempt.pk} was allowed more than its execution held"
        if attempt.execution.outbox.status != "claimed":
            yield f"attempt {attempt.pk} ran without a claimed reservation"
        if attempt.started_at < attempt.execution.started_at:
            yield f"attempt {attempt.pk} started before its execution was admitted"


def every_execution_has_one_end() -> Iterator[str]:
    """Live executions have no outcome, ended ones have one; no attempt is open in an ended one."""
    open_calls = Attempt.objects.filter(state__in=["calling", "uncertain"]).exclude(
        execution__state__in=Execution.LIVE
    )
    yield from (f"attempt {row.pk} is {row.state} in an ended execution" for row in open_calls)
    doubled = Execution.objects.values("outbox").annotate(n=Count("pk")).filter(n__gt=1)
    yield from (f"reservation {row['outbox']} became {row['n']} executions" for row in doubled)


def only_people_sign_and_arm() -> Iterator[str]:
    """Signatures and arming come from named people; nobody signs for their own request."""
    for armed in Armed.objects.select_related("by"):
        if armed.by.kind != "person":
            yield f"{armed.goal_id} was armed by {armed.by}"
    for signature in Signature.objects.select_related("person", "request"):
        if signature.person.kind != "person":
            yield f"signature {signature.pk} is by {signature.person}"
        if signature.person_id == signature.request.requester_id:
            yield f"signature {signature.pk} is by the requester"


def unknown_is_never_zero() -> Iterator[str]:
    """What was not told stands at the attempt's full bound, unless a person or a correction said otherwise."""
    doubtful = Attempt.objects.filter(usage_state=UsageState.UNKNOWN, tokens__lt=F("bound_tokens"))
    doubtful = doubtful.filter(entry__corrections=None)
    for attempt in doubtful.iterator():
        if not any(flag in attempt.flags for flag in FORGIVEN):
            yield f"attempt {attempt.pk} is unknown and posted at {attempt.tokens} of {attempt.bound_tokens}"
