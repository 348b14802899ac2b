"""The first people of a new service, from the command line. Recorded; refused once any role was granted.

    manage.py bootstrap --controller "Ada Brandt" --approver "Cy Lindholm:1000000:30" \\
        --requester "Ben Osei" --cost-centre "4210:Accounts payable"

NAME may be followed by =USERNAME. Naming somebody twice gives them both roles.
"""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.text import slugify

from governance.actors import COUNTERSIGN
from governance.enums import PersonKind, Role
from governance.errors import CountersignError
from governance.people import bootstrapping
from governance.people.bootstrapping import Newcomer
from governance.people.roles import Limits
from governance.strict.fields import amount


class Command(BaseCommand):
    help = "Make the first people and roles; one recorded act, possible once."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        for role in Role:
            shape = "NAME:TOKENS:MONEY" if role == Role.APPROVER else "NAME"
            parser.add_argument(f"--{role.value}", action="append", default=[], metavar=shape)
        parser.add_argument(
            "--service", action="append", default=[], metavar="NAME", help="a service account"
        )
        parser.add_argument("--cost-centre", action="append", default=[], metavar="CODE:NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        acting = replace(COUNTERSIGN, method="command-line")
        try:
            people = list(_people(options))
            centres = [_centre(text) for text in options["cost_centre"]]
            bootstrapping.bootstrap(acting=acting, people=people, cost_centres=centres)
        except (CountersignError, ValueError) as error:
            raise CommandError(str(error)) from None
        for one in people:
            first = f"first password {one.password}" if one.password else "no log-in"
            roles = ", ".join(sorted(one.roles)) or one.kind.value
            self.stdout.write(f"{one.name} ({one.username}): {roles}; {first}")


def _people(options: dict[str, Any]) -> list[Newcomer]:
    found: dict[str, Newcomer] = {}
    for role in Role:
        for text in options[role.value]:
            name, username, limits = _read(text, role)
            known = found.get(name) or Newcomer(
                name=name, username=username, password=secrets.token_urlsafe(12)
            )
            found[name] = replace(known, roles=known.roles | {role}, limits=limits or known.limits)
    for text in options["service"]:
        name, username, _ = _read(text, None)
        found[name] = Newcomer(name=name, username=username, kind=PersonKind.SERVICE)
    return list(found.values())


def _read(text: str, role: Role | None) -> tuple[str, str, Limits | None]:
    named, *rest = text.split(":")
    name, _, username = named.partition("=")
    if role == Role.APPROVER:
        if len(rest) != 2 or not rest[0].isascii() or not rest[0].isdigit():
            raise ValueError(f"{text!r}: give an approver as NAME:TOKENS:MONEY, for example Cy:1000000:30.00")
        money: Decimal = amount(rest[1])
        return name, username or slugify(name), Limits(int(rest[0]), money, settings.COUNTERSIGN.currency)
    if rest or not slugify(username or name):
        raise ValueError(f"{text!r}: give a NAME, or NAME=USERNAME")
    return name, username or slugify(name), None


def _centre(text: str) -> tuple[str, str, str]:
    code, _, name = text.partition(":")
    if not code or not name:
        raise ValueError(f"{text!r}: give a cost centre as CODE:NAME")
    return code, name, settings.COUNTERSIGN.currency
