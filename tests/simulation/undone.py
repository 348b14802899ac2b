"""Every schedule begins from the same rows: what it did is taken back, and not by emptying every table.

The verbs' own transactions become savepoints of one that never commits. Foreign keys that a commit would
have checked are checked before it is taken back.
"""

from __future__ import annotations

from typing import Self

from django.db import connection, transaction

from tests.simulation.watching import Watched


class Undone:
    """What happens between `begin` and `take_back` is gone afterwards."""

    def __init__(self) -> None:
        self._atomic = transaction.atomic()
        # As Django's own TestCase does: a verb that insists on being outermost may be outermost in here.
        self._atomic._from_testcase = True  # type: ignore[attr-defined]
        self.watched = Watched()

    def begin(self) -> Self:
        self._atomic.__enter__()
        connection.execute_wrappers.append(self.watched.note)
        return self

    def take_back(self) -> None:
        """Raises IntegrityError where a commit would have."""
        connection.execute_wrappers.remove(self.watched.note)
        try:
            connection.check_constraints()
        finally:
            transaction.set_rollback(True)
            self._atomic.__exit__(None, None, None)
