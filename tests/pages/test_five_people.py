"""The main job, clicked through by five people in a real browser.

Ben asks, Cy and Dee sign, Olu watches it run and stop, Dee answers, Ben resumes, Cy accepts, Aud takes the papers.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from governance.models import LedgerEntry
from tests.cast import Cast
from tests.governance.specimen.browsing import CHROMIUM
from tests.pages.browsing import Desk
from tests.pages.walking import Walk, ask_for_a_goal, walk

pytestmark = [
    pytest.mark.browse,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]


def test_five_people_walk_from_the_request_to_the_export(
    cast: Cast, desk: Desk, settings: Any, tmp_path: Path
) -> None:
    with walk(cast, desk, settings, tmp_path) as story:
        ben = _asked_and_signed_by_two(story)
        olu = _runs_while_olu_watches(story)
        _stops_and_is_answered(story, olu)
        _is_paused_and_resumed(story, olu, ben)
        _completes_and_is_accepted(story, ben)
        _leaves_papers(story)

    assert desk.complaints == []


def _asked_and_signed_by_two(story: Walk) -> Page:
    ben = story.at(story.cast.ben, "/requests/")
    ask_for_a_goal(ben)
    assert "You asked for this, so you cannot sign it." in ben.inner_text("main")
    _sign(story.at(story.cast.cy), "Sign", "Inside the plan.")
    _sign(story.at(story.cast.dee), "Countersign", "Agreed.")
    ben.click(".nav >> text=Goals")
    ben.click("a:has-text('Collect all supplier statements')")
    ben.wait_for_selector(".card:has-text('countersigned')")
    assert "Cy Lindholm and Dee Okafor" in ben.inner_text(".five")
    return ben


def _sign(page: Page, verb: str, why: str) -> None:
    page.click("a:has-text('Read and decide')")
    page.get_by_label("Your reason, kept in the record").fill(why)
    page.click(f"button:text-is('{verb}')")
    page.wait_for_selector(".said")


def _runs_while_olu_watches(story: Walk) -> Page:
    olu = story.at(story.cast.olu, f"/goals/{story.goal().account.ref}/")
    lease = story.admit()
    olu.wait_for_selector(".state:has-text('Running')")
    assert "Round 1" in olu.inner_text(".state")
    story.work(lease)
    olu.wait_for_selector(".timeline tr.round:has-text('Round 1')")
    story.rounds(2)
    olu.wait_for_selector(".stop-bar:has-text('Stopped after round 3')")
    return olu


def _stops_and_is_answered(story: Walk, olu: Page) -> None:
    dee = story.at(story.cast.dee)
    dee.click("tr:has-text('Same blocker') a:has-text('Answer')")
    dee.wait_for_selector(".texts")
    assert dee.locator(".texts article").count() == 3
    dee.click("label:has-text('It is fixed: resume as it is')")
    dee.get_by_label("Reason, kept in the record").fill("PORTAL_API_KEY = kx-2291-aa")
    dee.click(".answers-form button")
    dee.wait_for_selector(".said")
    olu.reload()
    assert "Armed" in olu.inner_text(".state")


def _is_paused_and_resumed(story: Walk, olu: Page, ben: Page) -> None:
    olu.click("button:has-text('Pause')")
    olu.wait_for_selector(".state:has-text('Paused by Olu Mensah')")
    ben.reload()
    ben.click("text=Resume")
    ben.click("button:has-text('Resume the goal')")
    ben.wait_for_url("**/G-*/")
    assert "Armed" in ben.inner_text(".state")


def _completes_and_is_accepted(story: Walk, ben: Page) -> None:
    story.rounds(1)
    ben.wait_for_selector(".state:has-text('Completion claimed')")
    cy = story.at(story.cast.cy, f"/goals/{story.goal().account.ref}/")
    cy.click("a:has-text('Accept or reject')")
    cy.click("label:has-text('Accept it as complete')")
    cy.get_by_label("Reason, kept in the record").fill("48 rows, checked against the portal.")
    cy.click(".answers-form button")
    cy.wait_for_selector(".said")
    ben.reload()
    ben.wait_for_selector(".state:has-text('Complete and accepted')")


def _leaves_papers(story: Walk) -> None:
    goal = story.goal()
    aud = story.at(story.cast.aud, f"/goals/{goal.account.ref}/")
    aud.click("text=Print")
    aud.wait_for_url("**/statement/")
    said = aud.inner_text("main")
    assert ("Cy Lindholm" in said, "Dee Okafor" in said, "The account comes to zero." in said) == (True,) * 3
    aud.click(".nav >> text=Reports")
    aud.click(".tabs >> text=Spend")
    with aud.expect_download() as given:
        aud.click("text=Export CSV")
    rows = list(csv.reader(io.StringIO(Path(given.value.path()).read_text("utf-8-sig"))))
    posted = sum(one.tokens for one in LedgerEntry.objects.filter(account=goal.account, kind="post"))
    assert any(str(posted) in row for row in rows), rows
