"""The pages of a goal in a real browser: axe finds nothing, nothing scrolls sideways.

A goal is paused and resumed by keyboard and without a script.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as django_settings
from django.test import Client
from playwright.sync_api import Browser, Page

from goals.models import Execution, Goal
from tests.api.world import worked
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.governance.specimen.browsing import CHROMIUM, chromium

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]
WIDTHS = (360, 720, 1024, 2_000)
PATHS = (
    "", "session/", "rounds/2/", "statement/", "record/?entry=1", "record/1/", "change/", "completion/", "admission/",
    "close/",
)  # fmt: skip


@dataclass(slots=True)
class Desk:
    """Somebody's browser on the running service. `complaints` is what the browser refused."""

    browser: Browser
    address: str
    complaints: list[str]

    def open(self, person: Any, path: str, *, script: bool = True, width: int = 1280) -> Page:
        client = Client()
        client.force_login(person)
        name = django_settings.SESSION_COOKIE_NAME
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script
        )
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.address}])
        page = context.new_page()
        page.on("console", lambda said: self._keep(said.type, said.text))
        page.goto(f"{self.address}{path}")
        return page

    def _keep(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)


@pytest.fixture
def desk(live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    # The browser's loop runs in this thread; nothing is asked of the database from inside of it.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with chromium() as browser:
        yield Desk(browser, live_server.url, [])


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    cast: Cast, settings: Any, tmp_path: Path, desk: Desk
) -> None:
    with worked(cast, settings, tmp_path) as world:
        ref = f"/goals/{world.goal.account.ref}/"
        one = Execution.objects.filter(goal=world.goal, number=2).get()
        paths = ["/goals/", *(f"{ref}{path}" for path in PATHS), f"{ref}executions/{one.pk}/steps/1.1/"]
        page = desk.open(cast.cy, "/goals/")
        wrong: list[Any] = []
        for path in paths:
            page.goto(f"{desk.address}{path}")
            found = Axe().run(page).response["violations"]
            wrong += [(path, each["id"], [node["html"] for node in each["nodes"]]) for each in found]
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                if page.evaluate("document.documentElement.scrollWidth") != width:
                    wrong.append((path, "sideways", width))

    assert (wrong, desk.complaints) == ([], [])


def test_a_goal_is_paused_and_resumed_by_keyboard_alone(cast: Cast, desk: Desk) -> None:
    goal = signed_goal(cast)
    page = desk.open(cast.ben, f"/goals/{goal.account.ref}/")

    _tab_to(page, "Pause")
    page.keyboard.press("Enter")
    page.wait_for_url("**/G-*/")
    assert "Paused by Ben Osei" in page.inner_text(".state")
    _tab_to(page, "Resume")
    page.keyboard.press("Enter")
    page.wait_for_url("**/resume/")
    _tab_to(page, "Reason, kept in the record not required")
    page.keyboard.type("The charges are posted.")
    _tab_to(page, "Resume the goal")
    page.keyboard.press("Enter")
    page.wait_for_url("**/G-*/")

    assert Goal.objects.get(pk=goal.pk).phase == "active"
    assert desk.complaints == []


def test_without_a_script_a_message_is_written_and_a_goal_is_closed(cast: Cast, desk: Desk) -> None:
    goal = signed_goal(cast)
    page = desk.open(cast.ben, f"/goals/{goal.account.ref}/session/", script=False)

    page.fill("#say-text", "Start with July.")
    page.click("text=Send")
    assert "Waits to be said" in page.inner_text("main")
    page.goto(f"{desk.address}/goals/{goal.account.ref}/")
    page.click("text=Close the goal")
    page.fill("#confirm-reason", "Not needed any more.")
    page.click("button:has-text('Close the goal')")

    assert "Closed by Ben Osei" in page.inner_text(".state")
    assert Goal.objects.get(pk=goal.pk).cleared


def test_a_live_page_follows_what_somebody_else_does_and_says_it_once(cast: Cast, desk: Desk) -> None:
    goal = signed_goal(cast)
    watching = desk.open(cast.aud, f"/goals/{goal.account.ref}/")
    acting = desk.open(cast.olu, f"/goals/{goal.account.ref}/")

    acting.click("button:has-text('Pause')")
    watching.wait_for_selector(".state:has-text('Paused by Olu Mensah')")

    assert watching.inner_text("#announce").startswith("Paused by Olu Mensah today at")
    assert "hx-get" not in (watching.locator("#goal-poll").get_attribute("hx-trigger") or "")
    assert desk.complaints == []


def _tab_to(page: Page, words: str) -> None:
    """Press Tab until the focus stands on what is called so."""
    named = (
        "() => { const at = document.activeElement; const of = at.labels && at.labels[0];"
        " return (of || at).textContent.replace(/\\s+/g, ' ').trim(); }"
    )
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(named) == words:
            return
    raise AssertionError(f"the keyboard never reaches {words}")
