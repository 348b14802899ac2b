"""Chat services, through apprise: an address is what apprise calls a URL, and holds its own secret."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from governance.errors import Invalid
from governance.models import Delivery
from governance.notifications.senders import hosts
from governance.notifications.senders.message import body_of

KEPT_ERROR_LINES = 2


class Chat:
    """`service` is apprise's name of it; `host` the machine it is reached at, "" where the address says so."""

    signs = False

    def __init__(self, name: str, service: str, example: str, *, host: str = "") -> None:
        self.name, self.service, self.example, self.host = name, service, example, host

    def checked(self, address: str) -> str:
        service = self._service(address.strip())
        if service is None:
            raise Invalid(
                f"Give the address of a {self.name} channel, such as {self.example}.", field="address"
            )
        self._require_host(service)
        return address.strip()

    def shown(self, address: str) -> str:
        service = self._service(address)
        return (
            service.url(privacy=True).partition("?")[0] if service is not None else f"a {self.name} channel"
        )

    def send(self, delivery: Delivery) -> str:
        service = self._service(delivery.channel.address)
        if service is None:
            return "The address is no longer one that is accepted."
        self._require_host(service)
        with _apprise().LogCapture(level=logging.WARNING) as said:
            sent = service.notify(body=body_of(delivery.notice), title=delivery.notice.subject)
            lines = said.getvalue().splitlines()
        return "" if sent else " ".join(lines[-KEPT_ERROR_LINES:]) or f"{self.name} did not accept it."

    def _require_host(self, service: Any) -> None:
        if not self.host:
            hosts.require(service.host or "", encrypted=bool(service.secure))

    def _service(self, address: str) -> Any:
        if not address.isascii() or not address.isprintable():
            return None
        service = _apprise().Apprise.instantiate(address, suppress_exceptions=True)
        return service if type(service).__name__ == self.service else None


def _apprise() -> Any:
    """The library. It takes a tenth of the time in which a process starts, and most never send anything."""
    return import_module("apprise")
