"""Rows as the API shows them: what is read along with them, so that a page is a fixed number of queries."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery

from goals.models import Armed, Attempt, DriverLease, Execution, Goal, Step, ToolCall, Turn
from governance import clock
from governance.models import Authorisation, Request, Signature


def goals() -> QuerySet[Goal]:
    """Goals with `armed_now`: armed in the epoch of a live driver."""
    lease = DriverLease.objects.filter(pk=1, lease_until__gt=clock.db_now())
    armed = Armed.objects.filter(goal=OuterRef("pk"), epoch=Subquery(lease.values("epoch")[:1]))
    return Goal.objects.select_related("account__owner", "account__cost_centre").annotate(
        armed_now=Exists(armed)
    )


def goal(goal_id: str) -> Goal:
    """One goal as it stands now."""
    return (
        goals().select_related("account__terms", "account__authorisation__request", "session").get(pk=goal_id)
    )


def signatures() -> QuerySet[Signature]:
    return Signature.objects.select_related("person", "on_behalf_of").order_by("at", "pk")


def requests() -> QuerySet[Request]:
    return Request.objects.select_related("requester", "assigned_to", "account", "cost_centre")


def request(request_id: int) -> Request:
    """One request with its signatures."""
    return requests().prefetch_related(Prefetch("signatures", signatures())).get(pk=request_id)


def authorisations() -> QuerySet[Authorisation]:
    return Authorisation.objects.select_related("account", "request", "ended_by").prefetch_related(
        Prefetch("request__signatures", signatures())
    )


def executions() -> QuerySet[Execution]:
    return Execution.objects.select_related("goal__account", "hold", "writer")


def execution(execution_id: int) -> Execution:
    """One execution with everything below it. Six queries, whatever its size."""
    tools = ToolCall.objects.select_related("arguments", "result").order_by("number")
    attempts = Attempt.objects.select_related("entry", "execution__goal__account").order_by("number")
    steps = Step.objects.order_by("number").prefetch_related(
        Prefetch("attempts", attempts), Prefetch("tool_calls", tools)
    )
    turns = Turn.objects.order_by("number").prefetch_related(Prefetch("steps", steps))
    return executions().prefetch_related(Prefetch("turns", turns)).get(pk=execution_id)
