#!/usr/bin/env python
"""The command line of Countersign. Decides nothing: it names the settings and hands over to Django."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError

from governance import standing


def main() -> None:
    """Run the command. One that fails on a database that cannot be used ends with the way out."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        standing.exit_if_unusable(error)
        raise


if __name__ == "__main__":
    main()
