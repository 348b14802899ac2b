"""Every kind of action with Tab, Enter, Space and letters: log in, ask, sign, decline, answer, pause, resume, freeze,
write, accept. Wherever the focus is needed, a ring shows it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from goals.models import Goal
from governance.models import Escalation, Freeze, Person, Request
from tests.cast import Cast
from tests.governance.specimen.browsing import CHROMIUM
from tests.pages.browsing import Desk, tab_to
from tests.pages.walking import Walk, walk

pytestmark = [
    pytest.mark.browse,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]


def test_every_kind_of_action_by_keyboard_alone(
    cast: Cast, desk: Desk, settings: Any, tmp_path: Path
) -> None:
    with walk(cast, desk, settings, tmp_path) as story:
        _ask(_logged_in(story, cast.ben), "Collect all supplier statements into one table")
        _ask(story.at(cast.ben, "/requests/"), "Sort the shared mailbox")
        _decide(story, "Sort the shared mailbox", "Decline", "Not this month.")
        _decide(story, "Collect all supplier statements", "Sign", "Inside the plan.")
        here = f"/goals/{story.goal().account.ref}/"
        story.rounds(3)
        _answer(story.at(cast.cy), story.goal().objective)
        _pause_and_resume(story.at(cast.ben, here))
        _write(story.at(cast.ben, here))
        _ask_for_more(story.at(cast.ben, here))
        _freeze_and_lift(story.at(cast.olu, "/freezes/"))
        story.rounds(1)
        _accept(story.at(cast.cy, here))

        assert story.goal().phase == "complete"
        assert set(Escalation.objects.values_list("cause", "status")) == {
            ("repeated-blocker", "answered"), ("completion-claimed", "answered"),
        }  # fmt: skip
        assert desk.complaints == []


def _logged_in(story: Walk, person: Person) -> Page:
    page = story.desk.open(None, "/login/?next=/requests/")
    tab_to(page, "Name")
    page.keyboard.type(person.username)
    tab_to(page, "Password")
    page.keyboard.type(f"{person.username} likes green ledgers")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{story.desk.address}/requests/")
    return page


def _ask(page: Page, objective: str) -> None:
    _press(page, "Ask for a goal", to="**/requests/new/")
    for label, typed in (
        ("What shall be achieved", objective), ("Cost centre", "4210"), ("Money cap, USD", "9.00"),
        ("Token budget", "800000"), ("How rounds are run", "By fresh"), ("Why, for whoever signs", "It is due."),
    ):  # fmt: skip
        tab_to(page, label)
        page.keyboard.type(typed)
    _press(page, "Ask", to="**/requests/R-*/")


def _decide(story: Walk, title: str, verb: str, why: str) -> None:
    page = story.at(story.cast.cy)
    asked = Request.objects.get(title__startswith=title)
    _press(page, f"Read and decide: {asked.title}", to="**/requests/R-*/")
    tab_to(page, "Your reason, kept in the record")
    page.keyboard.type(why)
    _press(page, verb, key="Space")
    page.wait_for_selector(".said")
    assert Request.objects.get(pk=asked.pk).status == {"Sign": "approved", "Decline": "declined"}[verb]


def _answer(page: Page, objective: str) -> None:
    _press(page, f"Answer: {objective}", to="**/escalations/E-*/")
    _choose(page, "It is fixed: resume as it is", "PORTAL_API_KEY = kx-2291-aa")


def _accept(page: Page) -> None:
    _press(page, "Accept or reject", to="**/completion/")
    _choose(page, "Accept it as complete", "48 rows, checked.")


def _choose(page: Page, answer: str, why: str) -> None:
    """The first radio by Tab, the others by arrow keys; then the reason and the button after it."""
    _reach(page, answer)
    tab_to(page, "Reason, kept in the record")
    page.keyboard.type(why)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".said")


def _reach(page: Page, answer: str) -> None:
    chosen = (
        "() => document.activeElement.type === 'radio' && document.activeElement.closest('label').textContent"
    )
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(chosen):
            break
    for _ in range(6):
        if answer in (page.evaluate(chosen) or ""):
            page.keyboard.press("Space")
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"the keyboard never reaches {answer}")


def _pause_and_resume(page: Page) -> None:
    _press(page, "Pause")
    page.wait_for_selector(".state:has-text('Paused by Ben Osei')")
    _press(page, "Resume", to="**/resume/")
    _press(page, "Resume the goal", to="**/G-*/")
    assert Goal.objects.get().phase == "active"


def _write(page: Page) -> None:
    _press(page, "Session", to="**/session/")
    tab_to(page, "Message")
    page.keyboard.type("Mind the invoices of July.")
    _press(page, "Send")
    page.wait_for_selector("#waiting:has-text('Mind the invoices of July.')")
    _press(page, "Take it back")
    page.wait_for_selector("#waiting", state="detached")


def _ask_for_more(page: Page) -> None:
    _press(page, "Change terms", to="**/change/")
    _press(page, "Ask for wider terms", to="**/requests/new/**")
    tab_to(page, "Money cap, USD")
    page.keyboard.press("Control+a")
    page.keyboard.type("9.50")
    tab_to(page, "Why, for whoever signs")
    page.keyboard.type("One supplier more.")
    _press(page, "Ask", to="**/requests/R-*/")
    assert Request.objects.filter(kind="terms", status="pending").count() == 1


def _freeze_and_lift(page: Page) -> None:
    why = "Why, kept in the record"
    for button, label, verb in (
        ("Freeze the whole service", f"{why} and shown on every page", "Freeze now"),
        ("Lift the freeze of the whole service", why, "Lift the freeze"),
    ):
        _press(page, button)
        page.wait_for_selector("form.confirm")
        tab_to(page, label)
        page.keyboard.type("A look at the prices.")
        _press(page, verb, to="**/freezes/")
    assert Freeze.objects.exclude(lifted_at=None).count() == 1


def _press(page: Page, words: str, *, key: str = "Enter", to: str = "") -> None:
    """Tab to what is called so and press it; wait for the page it leads to."""
    tab_to(page, words)
    page.keyboard.press(key)
    if to:
        page.wait_for_url(to)
