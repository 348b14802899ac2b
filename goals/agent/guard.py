"""The connection to a provider with a limit on every response: its size, and the time for all of it.

Enforces the limits below the SDK, so that error bodies are bounded too. Follows no redirect.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from ipaddress import ip_address
from ssl import SSLContext
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

MAX_BYTES = 8 * 1024 * 1024
MAX_COMPRESSED_BYTES = 128 * 1024
CONNECT_SECONDS = 10


class TooLarge(httpx2.ReadError):
    """The response is larger than any answer that was asked for."""


class GuardedStream(httpx2.SyncByteStream):
    """Passes bytes on until the size or the time is used up."""

    def __init__(self, stream: httpx2.SyncByteStream, *, most: int, until: float) -> None:
        self._stream, self._left, self._until = stream, most, until

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLarge("the response is too large")
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("the response took too long")
            yield piece

    def close(self) -> None:
        self._stream.close()


class Guard(httpx2.BaseTransport):
    """A transport whose read timeout counts for the response as a whole."""

    def __init__(self, inner: httpx2.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        until = time.monotonic() + float(request.extensions["timeout"]["read"])
        response = self._inner.handle_request(request)
        assert isinstance(response.stream, httpx2.SyncByteStream)
        plain = response.headers.get("content-encoding", "identity") == "identity"
        most = MAX_BYTES if plain else MAX_COMPRESSED_BYTES
        response.stream = GuardedStream(response.stream, most=most, until=until)
        return response

    def close(self) -> None:
        self._inner.close()


def guarded_client(base_url: str) -> httpx2.Client:
    """A client for one address, with kept-alive connections and the proxy that the environment names for it."""
    limits = httpx2.Limits(max_connections=64, max_keepalive_connections=16)
    inner = httpx2.HTTPTransport(verify=_trusted(), limits=limits, proxy=proxy_for(base_url))
    return httpx2.Client(transport=Guard(inner), follow_redirects=False, trust_env=False)


@cache
def _trusted() -> SSLContext:
    """The authorities this machine trusts, read once: it takes longer than a call on loopback."""
    return httpx2.create_ssl_context()


def proxy_for(base_url: str) -> str | None:
    """Never a proxy for an address on this machine."""
    parts = urlsplit(base_url)
    if on_this_machine(base_url) or proxy_bypass(parts.hostname or ""):
        return None
    return getproxies().get(parts.scheme)


def on_this_machine(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def timeout(seconds: float) -> httpx2.Timeout:
    return httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
