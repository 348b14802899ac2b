"""How many things wait for a person: the figure beside Inbox on every page. One query."""

from __future__ import annotations

from governance import clock
from governance.models import Person
from governance.web.inbox import items


def waiting_for(person: Person) -> int:
    """Everything that the inbox of this person would list."""
    return items.count(person, clock.now())
