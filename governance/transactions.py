"""Who owns a transaction. Outermost verbs open one; composable verbs refuse to run outside of one."""

from __future__ import annotations

from django.db import connection, transaction

from governance.errors import CountersignError


class NoTransaction(CountersignError):
    code = "no-transaction"


def require_transaction() -> None:
    """Raises NoTransaction unless the caller has one open."""
    if not connection.in_atomic_block:
        raise NoTransaction("This verb is part of a larger change and needs its caller's transaction.")


def outermost() -> transaction.Atomic:
    """A durable transaction: refuses to be nested, so that its owner is visible in the code."""
    return transaction.atomic(durable=True)
