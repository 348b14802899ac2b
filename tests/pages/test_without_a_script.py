"""Every form works in a browser that runs no script: filled in, pressed, and answered by a page that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, Page

from tests.cast import Cast
from tests.governance.specimen.browsing import CHROMIUM
from tests.pages.browsing import Desk
from tests.pages.forms import FORMS, Form

pytestmark = [
    pytest.mark.browse,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]


def test_every_form_works_without_a_script(cast: Cast, desk: Desk) -> None:
    """One browser for the whole table: starting it costs more than any form. Every failure is named."""
    wrong = {form.name: said for form in FORMS if (said := _tried(form, cast, desk))}

    assert wrong == {}
    assert desk.complaints == []


def _tried(form: Form, cast: Cast, desk: Desk) -> str:
    """Nothing where it works; else what went wrong."""
    person = getattr(cast, form.who) if form.who else None
    page = desk.open(person, form.make(cast), script=False)
    page.set_default_timeout(20_000)
    try:
        _open_what_is_folded(page, f"button:has-text('{form.press}'):visible")
        for name, value in form.fill.items():
            _fill(page.locator(f"form:has(button:has-text('{form.press}')) [name='{name}']"), value)
        page.locator(f"button:has-text('{form.press}'):visible").first.click()
        said = page.inner_text("body")
    except Error as stuck:
        said = str(stuck)
    finally:
        page.context.close()
    return "" if form.says in said else " ".join(said.split())[:600]


def _open_what_is_folded(page: Page, wanted: str) -> None:
    folded = page.locator("main details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    if not page.locator(wanted).count():
        page.click(".who > summary")


def _fill(place: Locator, value: str | None) -> None:
    kind = place.first.evaluate("one => one.type")
    if kind == "checkbox":
        place.first.check()
    elif kind == "radio":
        place.and_(place.page.locator(f"[value='{value}']")).check()
    elif kind == "select-one":
        labels = place.first.locator("option").all_inner_texts()
        known = next((label for label in labels if str(value) in label), None)
        place.first.select_option(label=known) if known else place.first.select_option(value)
    else:
        place.first.fill(value or "")
