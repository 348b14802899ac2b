"""The specimen in a real browser: nothing scrolls sideways, nothing is refused by the policy, axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.governance.specimen.browsing import CHROMIUM, Visit, chromium, served
from tests.governance.specimen.hostile import HOSTILE, WRITTEN, poisoned
from tests.governance.specimen.pages import PAGES
from tests.governance.specimen.render import page as rendered
from tests.governance.specimen.render import write

pytestmark = [
    pytest.mark.browse,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no browser at {CHROMIUM}"),
]
WIDTHS = [360, 719, 720, 1024, 1440, 2000]
FOCUSED = "() => document.querySelector('.inbox .focused .objective').textContent"
TARGETS = (
    ".nav a, .actions a, .actions button, .submit button, .sign-place button, .field input, .field select"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("specimen")
    write(folder)
    for name, context in PAGES.items():
        for kind in ("markup", "one long word"):
            text = rendered(name, poisoned(context, HOSTILE[kind], only=WRITTEN))
            (folder / f"{name}-{kind.replace(' ', '-')}.html").write_text(text)
    with served(folder) as one:
        yield one


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    page = browser.new_page()
    yield Visit(page, address)
    page.close()


@pytest.fixture(scope="module")
def without_script(browser: Browser, address: str) -> Iterator[Visit]:
    page = browser.new_page(java_script_enabled=False)
    yield Visit(page, address)
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_violation(visit: Visit, name: str, theme: str) -> None:
    page = visit.open(f"{name}-{theme}")
    for width in (1280, 390):
        visit.at(width)
        found = Axe().run(page).response["violations"]

        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_scrolls_sideways_and_nothing_is_refused(visit: Visit, name: str) -> None:
    visit.open(name)
    seen = []
    for width in WIDTHS:
        visit.at(width)
        seen.append(visit.widest())

    assert seen == WIDTHS
    assert visit.complaints == []


@pytest.mark.parametrize("kind", ["markup", "one-long-word"])
@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_leaves_the_layout_intact(visit: Visit, name: str, kind: str) -> None:
    visit.open(f"{name}-{kind}")
    wide = visit.widest()
    visit.at(360)

    assert (wide, visit.widest()) == (1280, 360)
    assert visit.complaints == []


def test_j_and_k_move_through_the_inbox_and_enter_opens(visit: Visit) -> None:
    page = visit.open("inbox")
    seen = [page.evaluate(FOCUSED)]
    for key in ("j", "j", "k", "k", "k"):
        page.keyboard.press(key)
        seen.append(page.evaluate(FOCUSED))
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/inbox/G-0398/")

    first, second, third = (str(item["objective"]) for item in PAGES["inbox"]["items"][:3])
    assert seen == [first, second, third, second, first, first]


def test_the_question_mark_lists_the_keys_and_escape_closes_them(visit: Visit) -> None:
    page = visit.open("inbox")
    page.keyboard.press("?")
    shown = page.locator("#all-keys").is_visible()
    page.keyboard.press("Escape")

    assert (shown, page.locator("#all-keys").is_visible()) == (True, False)


def _verb(page: Page) -> str:
    return page.locator(".answers-form .submit button").inner_text()


def test_the_button_repeats_the_chosen_answer_without_a_script(without_script: Visit) -> None:
    page = without_script.open("goal_stopped")
    before = _verb(page)
    page.get_by_label("Close the goal").check()

    assert (before, _verb(page)) == ("Resume as it is", "Close the goal")


def test_keys_are_named_only_where_a_script_can_hear_them(visit: Visit, without_script: Visit) -> None:
    shown = [one.open("inbox").locator(".keys").is_visible() for one in (visit, without_script)]

    assert shown == [True, False]


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_target_is_at_least_44_pixels_high(visit: Visit, name: str) -> None:
    page = visit.open(name, width=390)
    boxes = [one.bounding_box() for one in page.locator(TARGETS).all() if one.is_visible()]
    heights = [
        box["height"] for box in boxes if box and box["height"] > 20
    ]  # a check box is inside its label

    assert [height for height in heights if height < 44] == []


def test_a_statement_is_one_page_of_a4_and_of_letter(visit: Visit) -> None:
    page = visit.open("statement")
    printed = [page.pdf(format=size, print_background=True) for size in ("A4", "Letter")]

    assert [one.count(b"/Type /Page\n") for one in printed] == [1, 1]
