"""Markup, formulas, right-to-left marks, endless lines and emoji in everything that people, models and tools write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals.models import Body, Claim, Execution, Goal, Step, ToolCall, Turn
from governance.models import Account, CostCentre, Escalation, Person
from tests.api.world import World, waiting_message, worked
from tests.cast import Cast
from tests.governance.specimen.hostile import HOSTILE
from tests.governance.specimen.skeleton import skeleton
from tests.pages.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PLAIN = "Plain words."
LARGEST_PAGE = 700_000


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    with worked(cast, settings, tmp_path) as found:
        waiting_message(cast, found.goal)
        yield found


def write_everywhere(world: World, text: str) -> None:
    """Into every row that somebody else's words reach; the record itself cannot be written again."""
    Goal.objects.update(objective=text)
    Account.objects.update(title=text)
    for model in (Execution, Turn, Step, ToolCall, Escalation):
        model.objects.update(sentence=text)  # type: ignore[attr-defined]
    Claim.objects.update(evidence=text, claimant=text[:120])
    Person.objects.filter(username="ben").update(display_name=text[:120], title=text[:120])
    CostCentre.objects.filter(code="4210").update(name=text[:120])
    Body.objects.exclude(text__startswith="{").update(text=text, bytes=len(text.encode("utf-8", "replace")))


def pages(world: World) -> dict[str, str]:
    """Every page about the goal, by what it is called."""
    ref = f"/goals/{world.goal.account.ref}"
    call = ToolCall.objects.filter(step__turn__execution__goal=world.goal).latest("pk")
    turn = call.step.turn
    step = f"{ref}/executions/{turn.execution_id}/steps/{turn.number}.{call.step.number}/"
    paths = {
        "goal": f"{ref}/", "live": f"{ref}/live/?seen=0", "round": f"{ref}/rounds/2/", "step": step,
        "session": f"{ref}/session/", "statement": f"{ref}/statement/", "record": f"{ref}/record/?entry=1",
        "entry": f"{ref}/record/1/", "change": f"{ref}/change/", "completion": f"{ref}/completion/",
        "admission": f"{ref}/admission/", "close": f"{ref}/close/", "list": "/goals/",
    }  # fmt: skip
    visitor = Visitor(world.cast.cy)
    return {name: visitor.get(path).markup for name, path in paths.items()}


def test_hostile_text_is_shown_and_never_becomes_part_of_a_page(world: World) -> None:
    write_everywhere(world, PLAIN)
    known = {name: set(skeleton(markup)) for name, markup in pages(world).items()}
    more = {("p", "class"), ("a", "href"), ("span", "class"), ("br",), ("bdi",), ("div", "class")}

    strange: list[tuple[str, str, set[Any]]] = []
    for what, text in HOSTILE.items():
        write_everywhere(world, text.replace("\x00", ""))
        for name, markup in pages(world).items():
            added = set(skeleton(markup)) - known[name] - more
            if added or len(markup) > LARGEST_PAGE:
                strange.append((what, name, added))

    assert strange == []


@pytest.mark.parametrize("what", ["markup", "attributes", "template"])
def test_nothing_that_would_act_leaves_unescaped(world: World, what: str) -> None:
    write_everywhere(world, HOSTILE[what])

    acting = ("<script>alert", "<img src=x", "onfocus=alert(1) autofocus x=\"'", "<style>*", "<!-- {#")
    assert [(name, one) for name, markup in pages(world).items() for one in acting if one in markup] == []


def test_marks_that_turn_text_around_are_written_out(world: World) -> None:
    write_everywhere(world, HOSTILE["right-to-left"])

    found = pages(world)

    assert [name for name, markup in found.items() if "\u202e" in markup] == []
    assert "[U+202E]gpj.exe" in found["goal"]


def test_what_a_tool_gave_back_whole_is_text_even_if_it_is_a_page(world: World) -> None:
    write_everywhere(world, HOSTILE["markup"])
    call = ToolCall.objects.filter(step__turn__execution__goal=world.goal).latest("pk")
    turn = call.step.turn

    answer = Visitor(world.cast.cy).client.get(
        f"/goals/{world.goal.account.ref}/executions/{turn.execution_id}/steps/{turn.number}.{call.step.number}"
        f"/tools/{call.number}/given/"
    )

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
