"""Which machines notices may be sent to. In production only encrypted, and never inside the own network.

Machines of the own network may be named in COUNTERSIGN_NOTICE_HOSTS.
"""

from __future__ import annotations

import ipaddress
import socket

from django.conf import settings

from governance.errors import Invalid


def require(host: str, *, encrypted: bool) -> None:
    """Raises Invalid where nothing may be sent to this host."""
    options = settings.COUNTERSIGN
    if options.mode != "production" or host in options.notice_hosts:
        return
    if not encrypted:
        raise Invalid("Notices leave encrypted only: give an https:// address.", field="address")
    if not all(ipaddress.ip_address(address).is_global for address in _addresses(host)):
        raise Invalid(
            f"{host} is inside the own network; an administrator can name it in COUNTERSIGN_NOTICE_HOSTS.",
            field="address",
        )


def _addresses(host: str) -> set[str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        raise Invalid(f"No machine is known as {host}.", field="address") from None
    return {str(entry[4][0]).partition("%")[0] for entry in found}
