"""The invented people who can be logged in with one click, where the settings allow it and on loopback only.

An app that invents people names them here. One click is the ordinary log-in with their published password:
a person of the same name who has another password is never let in.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

SENTENCE = "A demonstration: these people, suppliers and prices are invented, and the books are kept on this machine."


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody invented: how they log in, and what to call them."""

    username: str
    name: str
    role: str
    password: str


_PEOPLE: dict[str, DemoPerson] = {}


def register(*people: DemoPerson) -> None:
    """Offer these people."""
    _PEOPLE.update({one.username: one for one in people})


def offered(request: HttpRequest) -> list[DemoPerson]:
    """Everybody who may be logged in by one click from where this request comes; usually nobody."""
    return list(_PEOPLE.values()) if settings.COUNTERSIGN.demo_login and _from_here(request) else []


def named(request: HttpRequest, username: str) -> DemoPerson | None:
    """The offered person of this name."""
    return next((one for one in offered(request) if one.username == username), None)


def _from_here(request: HttpRequest) -> bool:
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
