"""Ends an API token at once, from the command line.

manage.py revoke_token ben close-bot
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from governance.actors import COUNTERSIGN
from governance.errors import CountersignError
from governance.models import ApiToken
from governance.people import tokens


class Command(BaseCommand):
    help = "Revoke an API token."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = ApiToken.objects.filter(
            person__username=options["username"], name=options["name"], revoked_at=None
        )
        token = wanted.first()
        if token is None:
            raise CommandError(f"{options['username']} has no live token named {options['name']}.")
        try:
            tokens.revoke(acting=replace(COUNTERSIGN, method="command-line"), token_id=token.pk)
        except CountersignError as error:
            raise CommandError(error.message) from None
        self.stdout.write("revoked")
