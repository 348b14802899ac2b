"""`manage.py goal USERNAME SESSION "text"`: the /goal command from a shell, in a person's name and recorded so.

A door: the person has exactly the authority they have everywhere else. Without a text it shows the goal.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from goals import command_line
from goals.models import Goal, Session
from governance import sight
from governance.actors import human
from governance.models import Person

_REF = re.compile(r"(S-)?0*([1-9][0-9]{0,17})")


class Command(BaseCommand):
    help = (
        "Show, pause, resume, clear or edit the goal of a session, or ask for a new one, as a named person."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="who acts; their roles and limits hold here as everywhere")
        parser.add_argument("session", help="S-0009, or its number")
        parser.add_argument(
            "text", nargs="?", default="", help="what would follow /goal; nothing shows the goal"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(username=options["username"], is_active=True).first()
        if person is None:
            raise CommandError(f"nobody is called {options['username']}, or the person has left")
        session = _session(options["session"], person)
        if session is None:
            raise CommandError(f"there is no session {options['session']}, or it is not theirs to see")
        acting = human(person, method="command-line")
        reply = command_line.run(acting=acting, session=session, text=options["text"])
        if not reply.ok:
            raise CommandError(reply.text)
        self.stdout.write(reply.text)


def _session(text: str, person: Person) -> Session | None:
    """The session, if it is the person's own or holds a goal that they may see."""
    named = _REF.fullmatch(text)
    found = Session.objects.filter(pk=int(named[2])).first() if named else None
    if found is None or found.owner_id == person.pk:
        return found
    seen = Goal.objects.filter(session=found, account__in=sight.of(person).accounts())
    return found if seen.exists() else None
