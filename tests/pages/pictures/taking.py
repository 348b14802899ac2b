"""Takes pictures: one page at one width in one light, as WebP, the whole page."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageColor
from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Page as Tab

from tests.pages.pictures.listed import Page

WIDTHS = (390, 1280, 1920)
LIGHTS = ("light", "dark")
LONGEST = {390: 2_000, 1280: 1_500, 1920: 1_400}
TOKENS = """() => {
  const style = getComputedStyle(document.documentElement);
  const names = ["page", "tint", "tint-2", "line", "line-2", "ink", "ink-2", "ink-3", "fill", "mark", "pen",
                 "pen-tint", "pen-line", "on-pen"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
}"""


@contextmanager
def looking(
    browser: Browser, address: str, cookie: dict[str, str] | None, *, width: int, light: str
) -> Iterator[Tab]:
    """A tab of this width in this light, logged in by this cookie."""
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": 844 if width < 720 else 800}, color_scheme=light,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )  # fmt: skip
    if cookie:
        context.add_cookies([{**cookie, "url": address}])  # type: ignore[typeddict-item]
    try:
        yield context.new_page()
    finally:
        context.close()


def take(tab: Tab, address: str, page: Page, target: Path) -> int:
    """Write the picture; how many pixels the page is wider than its window."""
    tab.goto(f"{address}{page.path}", wait_until="load")
    tab.evaluate("document.fonts.ready")
    wide, high, window = tab.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight, window.innerWidth]"
    )
    longest = LONGEST.get(int(window), 2_000)
    shot = tab.context.new_cdp_session(tab).send("Page.captureScreenshot", {
        "format": "png", "captureBeyondViewport": True,
        "clip": {"x": 0, "y": 0, "width": window, "height": min(high, longest), "scale": 1}})  # fmt: skip
    palette = _palette(tab.evaluate(TOKENS))
    drawn = Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")
    drawn = drawn.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    drawn.save(target, "WEBP", lossless=True, quality=80, method=4)
    return int(wide - window)


def _palette(tokens: dict[str, str]) -> Image.Image:
    """The colours of the theme and the edges between them: ink on paper needs no others, and is small without loss."""
    known = {name: ImageColor.getrgb(value)[:3] for name, value in tokens.items() if value}
    edges = (("page", "ink", 4), ("page", "pen", 3), ("pen", "on-pen", 3), ("pen-tint", "ink", 2))
    mixed = [
        tuple(
            (a * (steps + 1 - part) + b * part) // (steps + 1)
            for a, b in zip(known[one], known[other], strict=True)
        )
        for one, other, steps in edges
        for part in range(1, steps + 1)
    ]
    found = Image.new("P", (1, 1))
    found.putpalette([level for colour in (*known.values(), *mixed) for level in colour])
    return found


def chosen(pages: Iterable[Page], names: list[str]) -> list[Page]:
    return [page for page in pages if not names or page.name in names]
