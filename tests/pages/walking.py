"""What a walk through the pages needs beside the browser: a service with a driver, and rounds run by its own code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings
from playwright.sync_api import Page

from goals import activation
from goals.agent import loop
from goals.agent.scripted import ScriptedEndpoint, samples
from goals.agent.workspaces import files_for
from goals.models import Execution, Goal
from goals.rounds import claiming, reservations, settlement
from goals.rounds.leases import Lease
from governance.actors import COUNTERSIGN
from governance.models import Person
from governance.prices import seeding
from tests.cast import Cast
from tests.pages.browsing import Desk

ABOVE_TEN = {"two_signatures_above_money": 10, "model_name": "scripted-ralph"}


@dataclass(slots=True)
class Walk:
    """One browser each for everybody; the worker's part is done here, with the worker's functions."""

    cast: Cast
    desk: Desk

    def at(self, person: Person, path: str = "/inbox/") -> Page:
        return self.desk.open(person, path)

    def goal(self) -> Goal:
        return Goal.objects.select_related("account").latest("account__pk")

    def admit(self) -> Lease:
        row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=self.goal().pk)
        assert row is not None, answer
        lease = claiming.claim(row.pk)
        assert lease is not None
        return lease

    def work(self, lease: Lease) -> Execution:
        return settlement.settle(lease, loop.drive(lease))

    def rounds(self, count: int) -> None:
        for _ in range(count):
            self.work(self.admit())


@contextmanager
def walk(cast: Cast, desk: Desk, settings: Any, folder: Path) -> Iterator[Walk]:
    """A price book, a live driver, a scripted agent, files; two people sign above USD 10."""
    with ScriptedEndpoint(script="ralph") as endpoint:
        changed = {"model_base_url": endpoint.base_url, "data_dir": folder, **ABOVE_TEN}
        settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(update=changed)
        seeding.seed(acting=COUNTERSIGN, currency="USD")
        activation.hold_lease("the driver of this walk", seconds=3_600)
        samples.copy_samples("ralph", files_for(cast.payables.code))
        yield Walk(cast, desk)


def ask_for_a_goal(page: Page, **fields: str) -> None:
    """Fill in the request form, as a person who looks for labels would, and ask."""
    page.click("main a:has-text('Ask for a goal')")
    page.get_by_label("What shall be achieved").fill("Collect all supplier statements into one table")
    page.get_by_label("Cost centre").select_option("4210")
    page.get_by_label("Money cap, USD").fill("12.00")
    page.get_by_label("Token budget").fill("900,000")
    page.get_by_label("How rounds are run").select_option("ralph")
    page.get_by_label("Why, for whoever signs").fill("The portal has them all; nobody has the time.")
    for label, value in fields.items():
        page.get_by_label(label).fill(value)
    page.click("button:text-is('Ask')")
    page.wait_for_url("**/requests/R-*/")
