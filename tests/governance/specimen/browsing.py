"""Serves the specimen on loopback with the headers of the real service, and opens it in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from governance.config.security import HEADERS

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: a test prints what it found, not what it fetched."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address under which the files of `folder` are served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless, with nothing of its own on the network."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """One tab, and what the browser complained about since the last page was opened in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", lambda said: self._note(said.type, said.text))
        page.on("pageerror", lambda error: self._note("error", str(error)))

    def _note(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def open(self, name: str, *, width: int = 1280) -> Page:
        self.complaints.clear()
        self.at(width)
        self.page.goto(f"{self.address}/{name}.html")
        return self.page

    def at(self, width: int) -> None:
        self.page.set_viewport_size({"width": width, "height": 900})

    def widest(self) -> int:
        """How wide the page is; more than the window means that it scrolls sideways."""
        return int(self.page.evaluate("() => document.documentElement.scrollWidth"))
