"""Whether this database protects the record. A process that would write to one that does not never starts.

Asked by name where processes start: the web application, the worker, the driver, `run_all`. Mends nothing:
`manage.py migrate` puts triggers in place, `manage.py verify_audit` says what happened without them.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from django.db import DatabaseError, connection
from psycopg_pool import PoolTimeout

from governance import triggers
from governance.errors import CountersignError

SHOWN = 3
EXIT_CODE = 1


class RecordUnprotected(CountersignError):
    code = "record-unprotected"


def require() -> None:
    """Raises RecordUnprotected while a trigger is missing, switched off, or not the one we wrote."""
    missing = triggers.missing(connection)
    if not missing:
        return
    if len(missing) == len(triggers.wanted(connection.vendor)):
        raise RecordUnprotected(
            "Countersign does not start: nothing in this database protects the record. Run `manage.py migrate` first."
        )
    named = ", ".join(missing[:SHOWN]) + (f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else "")
    raise RecordUnprotected(
        f"Countersign does not start: this database lets the record be changed, because {named} "
        f"{'is' if len(missing) == 1 else 'are'} missing or switched off. Run `manage.py migrate` to put the "
        "triggers back, then `manage.py verify_audit` to see what happened meanwhile.",
        missing=missing,
    )


def require_or_exit() -> None:
    """As `require`, for the first line of a process: the sentence goes to standard error, the process ends."""
    try:
        require()
    except RecordUnprotected as error:
        _end(str(error))
    finally:
        if not connection.in_atomic_block:
            connection.close()


def exit_if_unusable(error: DatabaseError) -> None:
    """End the process with the way out if this error came of a database that does not answer or has no tables."""
    if isinstance(error.__cause__, PoolTimeout):
        _end(f"The database does not answer: {error}. Is it running, and is DATABASE_URL right?")
    require_or_exit()


def _end(sentence: str) -> NoReturn:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
    raise SystemExit(EXIT_CODE)
