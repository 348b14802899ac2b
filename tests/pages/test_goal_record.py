"""The record of a goal: sentences with what was available after each, opened one by one, checked against the chain."""

from __future__ import annotations

import pytest

from goals import operations
from goals.web import record
from governance.models import Event
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.pages.goal_stories import many_entries, reread
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db


def test_each_line_says_who_did_what_and_what_was_available_after_it(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.pause(acting=cast.acting(cast.olu), goal_id=goal.pk, revision=1, reason="A look first.")

    said = Visitor(cast.aud).get(f"/goals/{goal.account.ref}/record/").said

    assert "Olu Mensah paused the goal because “ A look first. ”; no money moved. 400,000 12.00" in said
    assert "newest first, 2 of 2 entries" in said


def test_an_opened_line_shows_before_and_after_and_the_raw_entry(cast: Cast) -> None:
    goal = signed_goal(cast)
    visitor = Visitor(cast.aud).get(f"/goals/{goal.account.ref}/record/?entry=1")

    assert "Available, tokens 0 400,000" in visitor.said
    assert "Available, USD USD 0.0000 USD 12.0000" in visitor.said

    visitor.get(f"/goals/{goal.account.ref}/record/1/")
    assert "This text gives its own hash, computed now" in visitor.said
    assert '"action": "request.approved"' in visitor.said


def test_an_entry_that_is_not_what_was_written_is_found_on_its_page(cast: Cast) -> None:
    event = Event(
        **{**Event.objects.filter(account=signed_goal(cast).account).values().latest("pk"), "body": "{}"}
    )

    assert not record.holds(event)


def test_references_are_links(cast: Cast) -> None:
    assert record.links_in("Cy signed R-0006 for G-0002; E-0003 is closed; XG-0002 and R-12 are none.") == {
        "R-0006": "/requests/R-0006/", "G-0002": "/goals/G-0002/", "E-0003": "/escalations/E-0003/",
    }  # fmt: skip


def test_it_is_read_by_key_at_the_same_cost(cast: Cast) -> None:
    few, many = signed_goal(cast, objective="Few"), signed_goal(cast, objective="Many")
    many_entries(many, 120)
    path = f"/goals/{many.account.ref}/record/"

    visitor = Visitor(cast.aud).get(path)
    assert "told story 119" in visitor.said
    before = visitor.markup.split("?before=")[1].split('"')[0]
    assert "told story 69" in visitor.get(f"{path}?before={before}").said

    assert queries(cast.aud, path) == queries(cast.aud, f"/goals/{few.account.ref}/record/") <= 15


def test_a_head_that_is_not_the_last_entry_is_not_called_whole(cast: Cast) -> None:
    goal = reread(signed_goal(cast))
    shown = list(Event.objects.filter(stream=goal.account.stream_name).order_by("-seq"))
    goal.account.stream_head = "f" * 64

    assert record.chain_words(goal.account, shown).startswith(
        "The last entry is not the one that was written last: the record must be verified."
    )
