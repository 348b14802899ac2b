"""Who owns a transaction. Outermost verbs open one; composable verbs refuse to run outside of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection, transaction

from governance.errors import CountersignError
from governance.together import together

_before_commit: ContextVar[Callable[[], None] | None] = ContextVar("before_commit", default=None)


class NoTransaction(CountersignError):
    code = "no-transaction"


def require_transaction() -> None:
    """Raises NoTransaction unless the caller has one open."""
    if not connection.in_atomic_block:
        raise NoTransaction("This verb is part of a larger change and needs its caller's transaction.")


@contextmanager
def outermost() -> Iterator[None]:
    """A durable transaction: refuses to be nested, so that its owner is visible in the code.

    Writes by `rows` may leave together, the last of them before it commits.
    """
    with transaction.atomic(durable=True), together():
        yield
        if (last := _before_commit.get()) is not None:
            last()


@contextmanager
def sealed_by(last: Callable[[], None]) -> Iterator[None]:
    """Run `last` inside every outermost transaction of this block, just before it commits.

    For a door that must leave its mark with the change or not at all, such as an idempotency key.
    """
    token = _before_commit.set(last)
    try:
        yield
    finally:
        _before_commit.reset(token)
