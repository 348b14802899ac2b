"""The index of the pictures: one row a page, one link a picture. Lists only what is there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ralph_runs.demonstration.people import NEWCOMERS
from tests.pages.pictures.listed import Page
from tests.pages.pictures.taking import LIGHTS, WIDTHS

HEAD = """# What the pages look like

Every page on the same invented books, at 390, 1280 and 1920 px, light and dark: five months that are closed, one in
the middle, goals in every phase, questions open, requests in every state. The clock stands at 10 September 2026,
10:26 UTC. Long pages are cut at their foot. Other states of a page are shown in light only.

`make pictures` takes them again; `make pictures ARGS="goal inbox"` takes two. How a page is made to look like this is
in `templates/` and `governance/web/static/countersign/`.

| page | seen by | pictures |
|---|---|---|
"""


def write(pages: Sequence[Page], folder: Path) -> None:
    """`README.md` beside the pictures."""
    names = {one.username: one.name for one in NEWCOMERS} | {"": "nobody logged in"}
    rows = [
        f"| {page.name.replace('-', ' ')} | {names[page.person]} | {' · '.join(_links(page, folder))} |"
        for page in pages
    ]
    (folder / "README.md").write_text(HEAD + "\n".join(rows) + "\n")


def _links(page: Page, folder: Path) -> list[str]:
    found = [
        (f"{width} {light}", f"{page.name}-{width}-{light}.webp") for width in WIDTHS for light in LIGHTS
    ]
    return [f"[{words}]({name})" for words, name in found if (folder / name).exists()]
