"""Opens the service as one of the cast."""

from __future__ import annotations

from django.test import Client

from governance.models import Person


def logged_in(username: str) -> Client:
    """A browser without a script, logged in."""
    client = Client()
    client.force_login(Person.objects.get(username=username))
    return client
