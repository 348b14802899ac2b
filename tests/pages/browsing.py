"""Somebody's browser on the running service, logged in, with what the browser complained of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.governance.specimen.browsing import chromium

NAMED = """() => {
  const at = document.activeElement;
  const of = at.labels && at.labels[0];
  return (of || at).textContent.replace(/\\s+/g, " ").trim();
}"""
RINGED = """() => {
  const ring = (one) => {
    const look = one && getComputedStyle(one);
    return look && look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  };
  return ring(document.activeElement) || ring(document.activeElement.closest("label"));
}"""


@dataclass(slots=True)
class Desk:
    """Opens pages as anybody. `complaints` is what the browser refused or warned of."""

    browser: Browser
    address: str
    complaints: list[str] = field(default_factory=list)

    def open(self, person: Any, path: str, *, script: bool = True, width: int = 1280) -> Page:
        """A tab of this person's own browser, logged in without the form; `person` None is nobody."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script, reduced_motion="reduce"
        )
        if person is not None:
            client = Client()
            client.force_login(person)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.address}])
        page = context.new_page()
        page.on("console", lambda said: self._keep(said.type, said.text))
        page.on("pageerror", lambda error: self._keep("error", str(error)))
        page.goto(f"{self.address}{path}")
        return page

    def _keep(self, kind: str, text: str) -> None:
        # A look that was under way when its page was left is cut off; a refused one reads htmx:responseError.
        cut_off = text.startswith(("htmx:afterRequest", "htmx:sendError", "htmx:sendAbort"))
        if kind in ("error", "warning") and not cut_off:
            self.complaints.append(text)


@pytest.fixture
def desk(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A real browser; closed with everything in it after the test."""
    # The browser's loop runs in this thread; nothing is asked of the database from inside of it.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with chromium() as browser:
        yield Desk(browser, live_server.url)


def tab_to(page: Page, words: str, *, most: int = 120) -> None:
    """Press Tab until the focus stands on what is called so, and shows that it does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(NAMED) == words:
            assert page.evaluate(RINGED), f"nothing shows that the focus is on {words}"
            return
    raise AssertionError(f"the keyboard never reaches {words}")
