"""The pages of a goal in a real browser: axe finds nothing, nothing scrolls sideways.

A goal is paused and resumed by keyboard and without a script.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from goals.models import Execution, Goal
from tests.api.world import worked
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.governance.specimen.browsing import CHROMIUM
from tests.pages.browsing import Desk, tab_to

pytestmark = [
    pytest.mark.browse,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]
WIDTHS = (360, 720, 1024, 2_000)
PATHS = (
    "", "session/", "rounds/2/", "statement/", "record/?entry=1", "record/1/", "change/", "completion/", "admission/",
    "close/",
)  # fmt: skip


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

    tab_to(page, "Pause")
    page.keyboard.press("Enter")
    page.wait_for_url("**/G-*/")
    assert "Paused by Ben Osei" in page.inner_text(".state")
    tab_to(page, "Resume")
    page.keyboard.press("Enter")
    page.wait_for_url("**/resume/")
    tab_to(page, "Reason, kept in the record not required")
    page.keyboard.type("The charges are posted.")
    tab_to(page, "Resume the goal")
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
