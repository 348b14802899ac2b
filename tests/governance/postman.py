"""Receivers on loopback: a small mail server that can be down, and a webhook that keeps what came."""

from __future__ import annotations

import json
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def mail_server(port: int = 0) -> Iterator[tuple[int, list[Message]]]:
    """Its port and the mails it took."""
    taken: list[Message] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 loopback")
            while line := self.rfile.readline().strip().upper():
                if line.startswith(b"DATA"):
                    self._say("354 go on")
                    taken.append(message_from_bytes(b"".join(self._body())))
                if line.startswith(b"QUIT"):
                    return self._say("221 bye")
                self._say("250 yes")
            return None

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def _body(self) -> Iterator[bytes]:
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                yield line

    with _serving(_Server(("127.0.0.1", port), Handler)) as server:
        yield server.server_address[1], taken


@contextmanager
def hook(*statuses: int) -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """Its address and what was posted to it. Answers with these statuses in turn, then with 204."""
    left, taken = list(statuses), []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append(({name: str(value) for name, value in self.headers.items()}, body))
            self.send_response(left.pop(0) if left else 204)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Says nothing."""

    with _serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}/told", taken


def told(posted: list[tuple[dict[str, str], bytes]]) -> list[dict[str, Any]]:
    """The bodies that were posted, read."""
    return [json.loads(body) for _headers, body in posted]


@contextmanager
def _serving(server: Any) -> Iterator[Any]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
