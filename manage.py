#!/usr/bin/env python
"""The command line of Countersign: names the settings, hands over to Django, explains a database it cannot use."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError

NO_ANSWER = "couldn't get a connection"


def main() -> None:
    """Run the command. One that fails on a database without tables, or without an answer, says the way out."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if NO_ANSWER in str(error):
            sys.exit(f"The database does not answer ({error}). Is it running, and is DATABASE_URL right?")
        from governance import standing  # noqa: PLC0415 - needs Django to be set up

        standing.require_or_exit()
        raise


if __name__ == "__main__":
    main()
