"""Offers the people of the demonstration for the one-click log-in. Whether it is allowed is not decided here."""

from __future__ import annotations

from governance.web import demo_people
from governance.web.demo_people import DemoPerson
from ralph_runs.demonstration.people import NEWCOMERS


def register() -> None:
    """Everybody who has a published password; the robot has none."""
    demo_people.register(
        *(DemoPerson(one.username, one.name, one.title, one.password) for one in NEWCOMERS if one.password)
    )
