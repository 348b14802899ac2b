#!/usr/bin/env python
"""The command line of Countersign. Decides nothing: it names the settings and hands over to Django."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    execute_from_command_line(sys.argv)
