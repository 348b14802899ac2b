"""A webhook receiver on loopback, like somebody's own service: checks who signed what came, and keeps it."""

from __future__ import annotations

import hashlib
import hmac
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self

SIGNATURE = "Countersign-Signature"


class Receiver:
    """Use as a context; `secret` is what the channel signs with, `received` what was signed by it."""

    def __init__(self) -> None:
        self.secret = ""
        self.received: list[dict[str, Any]] = []
        self.refused = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_for(self))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/countersign"

    def take(self, body: bytes, signature: str) -> bool:
        """Keep what is signed; False for anything else."""
        at, _, given = signature.removeprefix("t=").partition(",v1=")
        signed = hmac.new(self.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
        if not self.secret or not hmac.compare_digest(signed, given):
            self.refused += 1
            return False
        self.received.append(json.loads(body))
        return True

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, name="receiver", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler_for(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            good = receiver.take(body, self.headers.get(SIGNATURE, ""))
            self.send_response(204 if good else 401)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Says nothing."""

    return Handler
