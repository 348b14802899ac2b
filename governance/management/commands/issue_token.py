"""An API token for somebody, from the command line. Its secret is printed once; the record tells of it.

manage.py issue_token ben close-bot
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from governance.actors import COUNTERSIGN
from governance.errors import CountersignError
from governance.models import Person
from governance.people import tokens


class Command(BaseCommand):
    help = "Issue an API token to a person or a service account; prints the secret once."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("name", help="what uses it, for example close-bot")

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(username=options["username"]).first()
        if person is None:
            raise CommandError(f"There is nobody with the user name {options['username']}.")
        acting = replace(COUNTERSIGN, method="command-line")
        try:
            _token, secret = tokens.issue(acting=acting, person_id=person.pk, name=options["name"])
        except CountersignError as error:
            raise CommandError(error.message) from None
        self.stdout.write(secret)
