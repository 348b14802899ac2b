"""Reads HTTP/1.1 requests from a socket and writes responses. Never looks inside a body."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any
from urllib.parse import parse_qsl, urlsplit

MAX_HEAD = 64 * 1024
MAX_BODY = 64 * 1024 * 1024


@dataclass(slots=True)
class HttpRequest:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


HandlerResult = bytes | Coroutine[Any, Any, None]
Handler = Callable[[HttpRequest, "Connection"], HandlerResult]


class BadHead(Exception):
    """The head cannot be served; carries the status to answer with."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{k}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def response(
    status: int, body: bytes, *, content_type: str = "application/json", extra: dict[str, str] | None = None
) -> bytes:
    """A whole response with its length told, ready to write."""
    headers = {"content-type": content_type, "content-length": str(len(body))}
    return head(status, headers if extra is None else headers | extra) + body


def json_response(status: int, value: object, *, extra: dict[str, str] | None = None) -> bytes:
    return response(
        status, json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"), extra=extra
    )


def parse_head(raw: bytes) -> tuple[str, str, dict[str, str]]:
    """(method, target, lower-case headers); raises BadHead."""
    lines = raw.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise BadHead(400)
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if not colon:
            raise BadHead(400)
        headers[name.lower()] = value.strip()
    if parts[2] == "HTTP/1.0":
        headers.setdefault("connection", "close")
    return parts[0], parts[1], headers


def body_length(headers: Mapping[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise BadHead(411)
    text = headers.get("content-length", "0")
    if not (text.isascii() and text.isdigit()):
        raise BadHead(400)
    if int(text) > MAX_BODY:
        raise BadHead(413)
    return int(text)


class Connection(asyncio.Protocol):
    """One client connection: requests are answered one after the other, in the order they came."""

    def __init__(self, handle: Handler, open_connections: set["Connection"]) -> None:
        self._handle = handle
        self._open = open_connections
        self._buffer = bytearray()
        self._pending: tuple[str, str, dict[str, str], int] | None = None
        self._task: asyncio.Task[None] | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self.close_after = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        # Without this the kernel waits for acknowledgements and answers some twenty requests a second.
        transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self._open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open.discard(self)
        self._writable.set()
        if self._task is not None:
            self._task.cancel()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    async def send(self, data: bytes) -> None:
        self.transport.write(data)
        await self._writable.wait()

    def close(self) -> None:
        """Ends the connection after what was written has left."""
        self.transport.close()

    def abort(self) -> None:
        """Ends the connection at once; what was not yet written is lost."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._serve()

    def _serve(self) -> None:
        while self._task is None and not self.transport.is_closing():
            try:
                request = self._take()
            except BadHead as error:
                self.transport.write(response(error.status, b"", extra={"connection": "close"}))
                return self.close()
            if request is None:
                return
            self.close_after = request.headers.get("connection", "").lower() == "close"
            result = self._handle(request, self)
            if isinstance(result, bytes):
                self.transport.write(result)
                self._finished()
            else:
                self._task = asyncio.get_running_loop().create_task(self._run(result))

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self._task = None
            if not self.transport.is_closing():
                self._finished()
                self._serve()

    def _finished(self) -> None:
        if self.close_after:
            self.close()

    def _take(self) -> HttpRequest | None:
        """The next whole request in the buffer, or None while it is incomplete."""
        if self._pending is None:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if len(self._buffer) > MAX_HEAD:
                    raise BadHead(431)
                return None
            method, target, headers = parse_head(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
            self._pending = (method, target, headers, body_length(headers))
            if headers.get("expect", "").lower() == "100-continue":
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        method, target, headers, length = self._pending
        if len(self._buffer) < length:
            return None
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        self._pending = None
        path, query = (target, {}) if "?" not in target else split_target(target)
        return HttpRequest(method, path, query, headers, body)


def split_target(target: str) -> tuple[str, dict[str, str]]:
    parts = urlsplit(target)
    return parts.path, dict(parse_qsl(parts.query))
