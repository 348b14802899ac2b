"""Rounds that ended and objectives that were completed and accepted, by the month in which they were."""

from __future__ import annotations

from datetime import UTC

from django.db.models import Count
from django.db.models.functions import TruncMonth

from goals.models import Claim, Execution
from goals.reports.window import Window


def ended(window: Window) -> dict[str, int]:
    """How many numbered rounds ended in each period, however they ended. One query."""
    rows = Execution.objects.filter(
        window.accounts("goal__account"), kind=Execution.Kind.ROUND,
        ended_at__gte=window.starts_at, ended_at__lt=window.ends_before,
    )  # fmt: skip
    grouped = rows.annotate(month=TruncMonth("ended_at", tzinfo=UTC)).values("month").annotate(n=Count("pk"))
    return {f"{row['month']:%Y-%m}": row["n"] for row in grouped.order_by()}


def accepted(window: Window) -> dict[str, int]:
    """How many objectives a person accepted as complete in each period, a goal once in each. One query."""
    rows = Claim.objects.filter(
        window.accounts("goal__account"), status=Claim.Status.ACCEPTED,
        decided_at__gte=window.starts_at, decided_at__lt=window.ends_before,
    )  # fmt: skip
    grouped = rows.annotate(month=TruncMonth("decided_at", tzinfo=UTC)).values("month")
    found = grouped.annotate(n=Count("goal", distinct=True)).order_by()
    return {f"{row['month']:%Y-%m}": row["n"] for row in found}
