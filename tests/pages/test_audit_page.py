"""The record as sentences: filters, opened entries, raw text, export; reading it changes nothing and costs the same."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from openpyxl import load_workbook

from governance import freezes
from governance.models import Event, SavedView
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db


def audit(cast: Cast, query: str = "", who: str = "aud") -> Visitor:
    return Visitor(getattr(cast, who)).get(f"/audit/{query}")


def test_everybody_sees_what_they_may_and_nobody_more(cast: Cast) -> None:
    signed_goal(cast)
    seen = {who: audit(cast, who=who).markup.count('class="entry') for who in ("aud", "cy", "ben", "eve")}

    assert seen == {"aud": 2, "cy": 2, "ben": 2, "eve": 0}


def test_filters_narrow_by_actor_action_object_and_time(cast: Cast) -> None:
    goal = signed_goal(cast)
    other = asked(cast, objective="Another wish")
    found = {
        query: audit(cast, query).markup.count('class="entry')
        for query in (
            "", f"?who={cast.cy.pk}", "?who=0", "?did=signed", f"?to={goal.ref}", f"?to={other.ref}", "?to=4210",
            "?money=moved", "?since=2100-01-01", "?until=2000-01-01", "?since=yesterday", "?to=G-9999",
        )
    }  # fmt: skip

    assert list(found.values()) == [3, 1, 0, 1, 2, 1, 1, 1, 0, 0, 3, 0]


def test_an_opened_entry_says_before_and_after_and_what_it_follows(cast: Cast) -> None:
    goal = signed_goal(cast)
    event = Event.objects.get(action="request.approved")
    said = audit(cast, f"?entry={event.pk}").said

    assert "Available, tokens 0 400,000" in said
    assert (
        f"Follows {event.previous[:4]}…{event.previous[-4:]} , is {event.hash[:4]}…{event.hash[-4:]}" in said
    )
    assert goal.ref in said


def test_the_raw_entry_is_one_click_below_and_proves_itself(cast: Cast) -> None:
    signed_goal(cast)
    event = Event.objects.order_by("pk").last()
    assert event is not None
    visitor = Visitor(cast.aud).get(f"/audit/{event.pk}/raw/")

    assert "Holds : its text gives its hash." in visitor.said
    assert '"action": "request.approved"' in visitor.said
    assert Visitor(cast.eve).get(f"/audit/{event.pk}/raw/").status == 404


def test_checking_now_reads_whole_streams(cast: Cast) -> None:
    signed_goal(cast)

    assert "What is shown holds 2 entries checked against their own hashes" in audit(cast).said
    assert "Chain whole 2 entries in 2 streams follow without a gap" in audit(cast, "?check=1").said


def test_the_export_is_what_is_shown_with_totals_and_runs_nothing(cast: Cast) -> None:
    request = asked(cast, objective="=HYPERLINK(1)")
    signed(cast, request)
    export = Visitor(cast.aud).client.get(f"/audit/export.csv?to={request.ref}").content.decode("utf-8-sig")
    first, *_rest = export.splitlines()

    assert (
        first
        == '"Entry","At, UTC"'[1:6] + ',"At, UTC",Who,Action,Sentence,"Effect, tokens","Effect, money",Hash'
    )
    assert "Rows,2" in export
    assert '"Control total, Effect, tokens",400000' in export
    assert not any(line.startswith(("=", "+", "-", "@")) for line in export.splitlines())


def test_pages_follow_by_key_and_never_count(cast: Cast) -> None:
    for number in range(55):
        freeze = freezes.freeze(acting=cast.acting(cast.olu), reason=f"Drill {number}.")
        if number < 54:
            freezes.lift(acting=cast.acting(cast.olu), freeze_id=freeze.pk, reason="Over.")
    first = audit(cast)
    last = Event.objects.order_by("-pk")[49].pk
    second = audit(cast, f"?before={last}")

    assert f"before={last}" in first.markup
    assert "50 entries of a longer record" in first.said
    assert (first.markup.count('class="entry'), second.markup.count('class="entry')) == (50, 50)
    assert "The whole service is frozen by Olu Mensah" in first.said


def test_its_cost_does_not_grow_with_the_record(cast: Cast) -> None:
    signed_goal(cast)
    few = queries(cast.aud, "/audit/")
    for number in range(8):
        signed_goal(cast, objective=f"Goal {number}")

    assert (queries(cast.aud, "/audit/"), few <= 30) == (few, True)


def test_reading_it_writes_nothing(cast: Cast) -> None:
    signed_goal(cast)
    before = Event.objects.count()
    for query in ("", "?check=1", "?entry=1", "?who=%00", "?before=x&entry=-1", "?to=" + "G-0001," * 200):
        assert audit(cast, query).status == 200
        assert Visitor(cast.aud).client.head(f"/audit/{query}").status_code == 200

    assert Event.objects.count() == before


def test_filters_are_kept_under_a_name_for_oneself_and_forgotten(cast: Cast) -> None:
    signed_goal(cast)
    aud = Visitor(cast.aud)
    asked_for = aud.get("/audit/?did=signed&money=moved").hidden("/audit/views/keep/")
    kept = aud.post("/audit/views/keep/", name=" What  was signed ", **asked_for)
    view = SavedView.objects.get()

    assert (view.table, view.name, view.query) == ("audit", "What was signed", "?did=signed&money=moved")
    assert 'href="/audit/?did=signed&amp;money=moved">What was signed</a>' in kept.markup
    assert "What was signed" not in Visitor(cast.ada).get("/audit/").said
    assert Visitor(cast.ada).post(f"/audit/views/{view.pk}/drop/").status == 404
    assert "What was signed" not in aud.post(f"/audit/views/{view.pk}/drop/").said
    assert SavedView.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "query"), [("", "?did=all"), ("Mine", ""), ("Mine", "?nonsense=1"), ("\x00", "?did=all")]
)
def test_a_view_without_a_name_or_a_filter_is_not_kept_and_says_so(cast: Cast, name: str, query: str) -> None:
    page = Visitor(cast.aud).post("/audit/views/keep/", name=name, query=query)

    assert ("Nothing was kept" in page.said, SavedView.objects.count()) == (True, 0)


def test_everything_that_matches_leaves_as_one_file_with_its_sums(cast: Cast) -> None:
    for number in range(53):
        signed_goal(cast, objective=f"Goal {number}")
    page = Visitor(cast.aud).get("/audit/?money=moved")
    assert "/audit/export.csv?money=moved&amp;all=1" in page.markup
    response = page.client.get("/audit/export.csv?money=moved&all=1")
    lines = list(csv.reader(io.StringIO(b"".join(response).decode("utf-8-sig"))))
    shown = list(
        csv.reader(io.StringIO(page.client.get("/audit/export.csv?money=moved").content.decode("utf-8-sig")))
    )
    foot = dict(line for line in lines[lines.index([]) + 1 :])

    assert (foot["Rows"], foot["Filter, money"], len(lines[1 : lines.index([])])) == ("53", "moved", 53)
    assert foot["Control total, Effect, tokens"] == str(53 * 400_000)
    assert Decimal(foot["Control total, Effect, money"]) == Decimal("12.00") * 53
    assert lines[:51] == shown[:51]
    assert dict(line for line in shown[shown.index([]) + 1 :])["Rows"] == "50"


def test_the_sheet_has_the_same_rows(cast: Cast) -> None:
    signed_goal(cast)
    content = Visitor(cast.aud).client.get("/audit/export.xlsx").content
    page = load_workbook(io.BytesIO(content)).worksheets[0]

    assert [cell.value for cell in page[1]][:3] == ["Entry", "At, UTC", "Who"]
    assert [page.cell(row, 1).value for row in (2, 3)] == [one.pk for one in Event.objects.order_by("-pk")]
