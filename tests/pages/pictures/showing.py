"""Fills the books, serves them on loopback, and has every page's picture taken."""

from __future__ import annotations

import argparse
import json
from datetime import datetime
from pathlib import Path

import time_machine
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test import Client
from django.test.testcases import LiveServerThread

from goals import activation
from goals.agent.scripted import ScriptedEndpoint
from goals.models import Goal
from governance.models import Person
from tests.governance.specimen.browsing import chromium
from tests.pages.pictures import books, index
from tests.pages.pictures.hands import Hands
from tests.pages.pictures.listed import Page, listed
from tests.pages.pictures.taking import LIGHTS, WIDTHS, chosen, looking, take


def show(now: datetime, given: argparse.Namespace) -> int:
    """Take the pictures that were asked for; how many pages are wider than their window."""
    with ScriptedEndpoint(script="demo") as endpoint, time_machine.travel(now, tick=True):
        settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"model_base_url": endpoint.base_url})
        hands = Hands(endpoint)
        _filled(hands, now)
        server = LiveServerThread("127.0.0.1", StaticFilesHandler)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        try:
            pages = listed(hands)
            wider = _take(f"http://127.0.0.1:{server.port}", chosen(pages, given.names), given)
            index.write(pages, given.to)
            return wider
        finally:
            server.terminate()


def _filled(hands: Hands, now: datetime) -> None:
    kept = settings.COUNTERSIGN.data_dir / "goals.json"
    if kept.exists():
        named = json.loads(kept.read_text())
        hands.goals = {name: Goal.objects.select_related("account").get(pk=pk) for name, pk in named.items()}
    else:
        books.fill(hands, now)
        kept.write_text(json.dumps({name: goal.pk for name, goal in hands.goals.items()}))
    activation.hold_lease("the driver", seconds=24 * 3600)


def _take(address: str, pages: list[Page], given: argparse.Namespace) -> int:
    target: Path = given.to
    target.mkdir(parents=True, exist_ok=True)
    wider = 0
    with chromium() as browser:
        for person in sorted({page.person for page in pages}):
            cookie = _cookie(person)
            for width in given.widths or WIDTHS:
                for light in given.lights or LIGHTS:
                    with looking(browser, address, cookie, width=width, light=light) as tab:
                        for page in _wanted(pages, person, width=width, light=light):
                            over = take(tab, address, page, target / f"{page.name}-{width}-{light}.webp")
                            wider += over > 0
                            print(f"{page.name}-{width}-{light}", f"WIDER BY {over}" if over > 0 else "")  # noqa: T201
                            if given.paper and width == 1280 and light == "light":
                                tab.pdf(path=target / f"{page.name}.pdf", prefer_css_page_size=True)
    return wider


def _wanted(pages: list[Page], person: str, *, width: int, light: str) -> list[Page]:
    """Another state of a page is shown once on a desk and once on a phone."""
    mine = [page for page in pages if page.person == person]
    return mine if light == "light" and width < 1920 else [page for page in mine if not page.variant]


def _cookie(username: str) -> dict[str, str] | None:
    if not username:
        return None
    client = Client()
    client.force_login(Person.objects.get(username=username))
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}
