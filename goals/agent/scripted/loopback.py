"""Decides whether a host may be served. Never opens a socket, never resolves a name over the network."""

from ipaddress import ip_address


class NotLoopback(ValueError):
    """The host asked for is reachable from other machines."""


def loopback_host(host: str) -> str:
    """The literal loopback address for `host`; raises NotLoopback for anything else, names included."""
    if host == "localhost":
        return "127.0.0.1"
    try:
        address = ip_address(host)
    except ValueError as error:
        raise NotLoopback(f"{host!r} is not a loopback address; use 127.0.0.1 or ::1") from error
    if not address.is_loopback:
        raise NotLoopback(f"{host} can be reached from other machines; use 127.0.0.1 or ::1")
    return str(address)
