"""axe-core on every page, on full books: nothing to complain of in light, no weak contrast in dark, nothing sideways.

A page that is added and not listed fails here, so that none is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as django_settings
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page as Tab

from goals.agent.scripted import ScriptedEndpoint
from governance.config.urls import MOUNTS
from governance.models import Person
from tests.governance.specimen.browsing import CHROMIUM
from tests.pages.browsing import Desk
from tests.pages.pictures import books
from tests.pages.pictures.hands import Hands
from tests.pages.pictures.listed import Page, listed

pytestmark = [
    pytest.mark.browse,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]
# Addresses that write and lead back to a page, or give a file.
NOT_PAGES = {
    "logout", "demo-login", "theme", "audit-export", "focus-csv", "trail-jsonl", "freeze-lift", "escalation-again",
    "cost-centre-restore", "channel-add", "channel-choose", "channel-remove", "channel-test", "notice-seen",
    "audit-export-xlsx", "audit-keep", "audit-drop",
}  # fmt: skip
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
ONLY_CONTRAST: dict[str, Any] = {**EVERYTHING, "runOnly": ["color-contrast"]}


@pytest.fixture
def full(settings: Any, tmp_path: Path) -> Iterator[Hands]:
    """Books with one month behind them and every kind of thing in front of somebody."""
    with ScriptedEndpoint(script="demo") as endpoint:
        changed = {"model_base_url": endpoint.base_url, "data_dir": tmp_path, "notice_attempts": 1}
        settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(update=changed)
        hands = Hands(endpoint)
        books.fill(hands, datetime.now(UTC), behind=1, goals=2)
        yield hands


def test_axe_finds_nothing_on_any_page_in_light_or_dark(full: Hands, desk: Desk) -> None:
    axe, wrong, tabs = Axe(), [], dict[str, Tab]()
    for page in listed(full):
        if page.person not in tabs:
            person = Person.objects.get(username=page.person) if page.person else None
            tabs[page.person] = desk.open(person, "/login/")
        wrong += _complaints(axe, tabs[page.person], desk.address, page)

    assert wrong == []
    assert [said for said in desk.complaints if "status of 40" not in said] == []


def _complaints(axe: Axe, tab: Tab, address: str, page: Page) -> list[Any]:
    tab.emulate_media(color_scheme="light")
    tab.set_viewport_size({"width": 1280, "height": 900})
    answer = tab.goto(f"{address}{page.path}")
    status = answer.status if answer else 0
    wrong: list[Any] = [] if status == page.status else [(page.name, status)]
    for light, options in (("light", EVERYTHING), ("dark", ONLY_CONTRAST)):
        tab.emulate_media(color_scheme=light)  # type: ignore[arg-type]
        found = axe.run(tab, options=options).response["violations"]
        wrong += [
            (page.name, light, each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found
        ]
    for width in (360, 2_000):
        tab.set_viewport_size({"width": width, "height": 900})
        if (wide := tab.evaluate("document.documentElement.scrollWidth")) != width:
            wrong.append((page.name, "sideways", width, wide))
    return wrong


def test_no_page_is_left_out(full: Hands) -> None:
    looked_at = {name for page in listed(full) for name in page.names}

    assert _names() - looked_at - NOT_PAGES == set()


def _names() -> set[str]:
    modules = {module for prefix, module in MOUNTS if not prefix}
    found = set()
    for entry in get_resolver().url_patterns:
        if isinstance(entry, URLResolver) and getattr(entry.urlconf_name, "__name__", "") in modules:
            found |= {str(one.name) for one in entry.url_patterns if isinstance(one, URLPattern)}
    return found
