"""Time. Leases and deadlines use the database's clock; the record keeps UTC instants."""

from __future__ import annotations

from datetime import UTC, datetime

from governance import statements
from governance.together import passing

_SQL = {"postgresql": "SELECT clock_timestamp()", "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"}


def db_now() -> datetime:
    """The database's present instant, in UTC. One query."""
    with passing():
        found = statements.first(_SQL[statements.vendor()], ())
    assert found is not None
    (value,) = found
    if isinstance(value, str):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value.astimezone(UTC)


def now() -> datetime:
    """This process's present instant, in UTC. Never decides who holds a lease."""
    return datetime.now(UTC)


def period_of(at: datetime) -> str:
    """The accounting period an instant falls into, as YYYY-MM in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m")


def period_after(period: str) -> str:
    """The period that follows: 2026-12 is followed by 2027-01."""
    year, month = int(period[:4]), int(period[5:])
    return f"{year + month // 12:04d}-{month % 12 + 1:02d}"


def first_instant(period: str) -> datetime:
    """The instant at which a period begins."""
    return datetime(int(period[:4]), int(period[5:]), 1, tzinfo=UTC)
