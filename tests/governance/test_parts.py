"""Every part of a page shows hostile text as text, keeps figures whole, and speaks to those who cannot see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from governance.templatetags.marks import linked
from governance.web.glyphs import ALIASES, SHAPES, glyph
from governance.web.plain_text import sentence, shown
from tests.governance.specimen.hostile import HOSTILE, poisoned
from tests.governance.specimen.pages import PAGES
from tests.governance.specimen.render import ROOT, page
from tests.governance.specimen.skeleton import skeleton

PARTS = sorted(path.name for path in (ROOT / "templates/parts").glob("_*.html"))
SOURCES = [*(ROOT / "templates/parts").glob("*.html"), ROOT / "templates/base.html"]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_changes_no_element_of_a_page(name: str, text: str) -> None:
    harmless = skeleton(page(name, poisoned(PAGES[name], "“x” y")))
    plain = skeleton(page(name, poisoned(PAGES[name], "x")))

    assert skeleton(page(name, poisoned(PAGES[name], text))) in (harmless, plain)


def test_hostile_markup_reaches_the_reader_as_it_was_written() -> None:
    html = page("inbox", poisoned(PAGES["inbox"], HOSTILE["markup"]))

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert html.count("<script") == page("inbox", PAGES["inbox"]).count("<script")


def test_every_part_is_drawn_by_a_template_or_a_page() -> None:
    rooms = [*(ROOT / "templates").rglob("*.html")]
    rooms += [path for room in ("governance", "goals", "ralph_runs") for path in (ROOT / room).rglob("*.py")]
    used = "".join(path.read_text() for path in rooms)

    assert [part for part in PARTS if f"parts/{part}" not in used] == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_template_carries_style_or_script_of_its_own(source: Path) -> None:
    text = source.read_text()

    assert re.findall(r"\sstyle=|<style|\son[a-z]+=|javascript:|<script(?! src=)", text) == []


@pytest.mark.parametrize("part", PARTS)
def test_every_part_says_what_it_takes(part: str) -> None:
    first = (ROOT / "templates/parts" / part).read_text().partition("\n")[0]

    assert first.startswith("{# ")
    assert "ontext" in first


@pytest.mark.parametrize("name", PAGES)
def test_no_page_repeats_an_id(name: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page(name, PAGES[name]))

    assert sorted(ids) == sorted(set(ids))


def test_characters_that_turn_text_around_are_written_out() -> None:
    assert shown("pay \u202eeve\u2066") == "pay [U+202E]eve[U+2066]"
    assert shown("\ufeffa\u200bb\x00") == "[U+FEFF]a[U+200B]b[U+0000]"


def test_joined_emoji_and_right_to_left_letters_stay_as_they_are() -> None:
    text = "\U0001f9d1\u200d\U0001f680 \u05e9\u05dc\u05d5\u05dd"

    assert shown(text) == text


def test_a_long_text_says_how_much_it_left_out() -> None:
    assert shown("A" * 100_000, limit=10) == "AAAAAAAAAA… (99,990 more characters)"


def test_piled_marks_do_not_climb_over_other_lines() -> None:
    assert shown("e" + "\u0301" * 500) == "e" + "\u0301" * 4


def test_figures_do_not_part_from_their_units() -> None:
    assert sentence("round 4 took 1,204 tokens, USD 3.02 in 22 m") == (
        "round\u00a04 took 1,204\u00a0tokens, USD\u00a03.02 in 22\u00a0m"
    )


def test_a_sentence_links_the_ids_it_knows_and_escapes_the_rest() -> None:
    html = linked("resumed G-1 and <b>G-12</b>", {"G-1": "/goals/G-1/", "G-12": "/goals/G-12/"})

    assert html == (
        'resumed <a href="/goals/G-1/" class="id">G-1</a> and &lt;b&gt;'
        '<a href="/goals/G-12/" class="id">G-12</a>&lt;/b&gt;'
    )


def test_what_a_person_wrote_is_kept_apart_from_the_figures_after_it() -> None:
    assert linked("paused because “\u05d0” b”; 400 left") == "paused because “<bdi>\u05d0” b</bdi>”; 400 left"


@pytest.mark.parametrize("name", [*SHAPES, *ALIASES])
def test_a_glyph_is_silent_beside_its_word_and_speaks_when_it_stands_alone(name: str) -> None:
    assert 'aria-hidden="true"' in glyph(name)
    assert 'role="img" aria-label="Stopped &amp; held"' in glyph(name, label="Stopped & held")


def _field(**more: Any) -> str:
    return render_to_string("parts/_field.html", {"field": {"name": "cap", "label": "Money cap", **more}})


def test_an_error_is_tied_to_its_field() -> None:
    html = _field(value="08", error="A whole number.", help="In USD.")

    assert 'aria-invalid="true" aria-describedby="f-cap-help f-cap-error"' in html
    assert 'id="f-cap-error"' in html


def test_a_field_without_an_error_claims_none() -> None:
    assert "aria-" not in _field(value="8")


def test_who_may_not_sign_gets_the_reason_and_no_button() -> None:
    place = {"may": False, "why": "You asked for this goal, so you cannot sign it.", "who": "Cy or Dee can."}
    html = render_to_string("parts/_sign_place.html", {"place": place})

    assert "so you cannot sign it." in html
    assert "<button" not in html


def test_an_unknown_amount_never_reads_as_zero() -> None:
    line = {"level": "step", "name": "Step 1", "did": "", "glyph": "uncertain", "tokens": None, "usd": None}
    html = render_to_string(
        "parts/_timeline.html", {"lines": [line | {"input": None, "cached": None, "output": None}]}
    )

    assert re.findall(r"<td class=\"num[^>]*>([^<]*)</td>", html) == ["unknown"] * 5
