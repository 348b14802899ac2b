"""Filters, before and after, the chain, keyset pages, exports and kept views of the administration site."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from governance import triggers
from governance.models import Event, LedgerEntry, SavedView
from tests.record.breaking import sql
from tests.record.story import Told


@pytest.fixture
def aud(told: Told) -> Client:
    client = Client()
    client.force_login(told.cast.aud)
    return client


def _lines(client: Client, table: str, **asked: Any) -> list[list[str]]:
    page = client.get(f"/admin/{table}/", asked)
    assert page.status_code == 200
    return [[value for _column, value in line["cells"]] for line in page.context["lines"]]


def _export(client: Client, table: str, **asked: Any) -> list[list[str]]:
    content = b"".join(client.get(f"/admin/{table}/export/", asked)).decode()  # type: ignore[arg-type]
    assert content.startswith("\ufeff")
    return list(csv.reader(io.StringIO(content[1:])))


@pytest.mark.parametrize(
    ("asked", "query"),
    [
        ({"actor": "dee"}, {"actor__username": "dee"}),
        ({"actor": "Okafor"}, {"actor__username": "dee"}),
        ({"actor": "countersign"}, {"actor": None}),
        ({"action": "round.admitted"}, {"action": "round.admitted"}),
        ({"action": "round."}, {"action__startswith": "round."}),
        ({"object": "R-0001"}, {"stream": "request:{first_request}"}),
        ({"object": "stream:service:freezes"}, {"stream": "service:freezes"}),
        ({"since": "2020-01-01", "until": "2020-12-31"}, {"pk": None}),
        ({"since": "2020-01-01"}, {}),
        ({"actor": "dee", "action": "authorisation.revoked"}, {"action": "authorisation.revoked"}),
    ],
)
def test_filters_find_what_they_say(
    told: Told, aud: Client, asked: dict[str, str], query: dict[str, Any]
) -> None:
    first = told.cast.ada.requests.order_by("pk")[0]
    if "object" in asked:
        asked["object"] = asked["object"].replace("R-0001", first.ref)
    query = {
        key: value.format(first_request=first.pk) if isinstance(value, str) else value
        for key, value in query.items()
    }

    found = list(Event.objects.filter(**query).order_by("-pk").values_list("sentence", flat=True))
    assert [line[3].removeprefix("'") for line in _lines(aud, "governance/event", **asked)] == found
    assert found or "2020-12-31" in asked.values()


@pytest.mark.parametrize(
    "asked",
    [{"actor": "nobody at all"}, {"action": "nothing"}, {"object": "X-1"}, {"object": "G-0"}, {"object": "' OR 1=1"},
     {"since": "yesterday"}, {"until": "2026-02-30"}, {"object": "stream:\x00"}, {"until": "9999-12-31"}],
)  # fmt: skip
def test_what_cannot_be_meant_finds_nothing_and_never_fails(aud: Client, asked: dict[str, str]) -> None:
    assert _lines(aud, "governance/event", **asked) == []


@pytest.mark.parametrize(
    ("table", "asked"),
    [("goals/step", {"object": "execution:abc"}), ("goals/turn", {"object": "execution:99999999999999999999"}),
     ("governance/escalation", {"object": "status:\x00"}), ("governance/ledgerentry", {"action": "po\x00st"}),
     ("goals/execution", {"actor": "\x00"})],
)  # fmt: skip
def test_a_word_where_a_number_is_kept_finds_nothing(aud: Client, table: str, asked: dict[str, str]) -> None:
    assert _lines(aud, table, **asked) == []


def test_a_ledger_entry_shows_the_balances_before_and_after(told: Told, aud: Client) -> None:
    entry = LedgerEntry.objects.get(account=told.goal.account, seq=3)
    page = aud.get(f"/admin/governance/ledgerentry/{entry.pk}/change/")

    assert [(one.what, one.before, one.after) for one in page.context["differences"]][:2] == [
        ("held tokens", "400,000", "399,000"), ("spent tokens", "0", "1,000"),
    ]  # fmt: skip
    assert page.context["standing"] == ["This entry is as it was written."]


def test_an_authorisation_shows_its_terms_beside_those_before(told: Told, aud: Client) -> None:
    later = told.goal.account.authorisations.order_by("-pk")[0]
    page = aud.get(f"/admin/governance/authorisation/{later.pk}/change/")

    assert [(one.what, one.before, one.after) for one in page.context["differences"]] == [
        ("budget tokens", "400,000", "500,000")
    ]
    assert page.context["standing"][0].startswith("The authorisation is ended since ")


def test_an_event_shows_whether_the_chain_holds_there(told: Told, aud: Client) -> None:
    stream = told.goal.account.stream_name
    events = {event.seq: event for event in Event.objects.filter(stream=stream)}
    said = {
        seq: aud.get(f"/admin/governance/event/{events[seq].pk}/change/").context["standing"]
        for seq in (1, 7, 16)
    }
    whole = aud.get(f"/admin/governance/event/{events[7].pk}/change/?prove=1").context["standing"]

    assert set(map(tuple, said.values())) == {
        ("The chain holds here: this event is as it was written, between its neighbours.",)
    }
    assert whole[1] == f"OK: 16 events of {stream} and the rows they vouch for."


def test_a_broken_event_is_told_at_its_place(told: Told, aud: Client) -> None:
    event = Event.objects.get(stream=told.goal.account.stream_name, seq=7)
    triggers.remove(connection)
    sql("UPDATE governance_event SET sentence = 'Nothing happened.' WHERE id = %s", event.pk)
    page = aud.get(f"/admin/governance/event/{event.pk}/change/?prove=1")

    assert page.context["standing"] == [
        f"{event.stream} event 7, edited: Event 7 shows another sentence than its hashed text.",
        f"BROKEN: 16 events of {event.stream} and the rows they vouch for.",
        f"{event.stream} event 7, edited: Event 7 shows another sentence than its hashed text.",
    ]


def test_pages_follow_each_other_by_key_and_never_count(
    told: Told, aud: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.admin.paging.SHOWN", 7)
    seen: list[list[str]] = []
    address = "/admin/governance/event/"
    while address:
        with CaptureQueriesContext(connection) as queries:
            page = aud.get(address)
        assert len(queries) <= 12
        assert [query["sql"] for query in queries if "COUNT(" in query["sql"].upper()] == []
        seen += [[value for _c, value in line["cells"]] for line in page.context["lines"]]
        older = page.context["older"]
        address = f"/admin/governance/event/{older}" if older else ""

    assert [line[6] for line in seen] == [
        f"{stream} {seq}" for stream, seq in Event.objects.order_by("-pk").values_list("stream", "seq")
    ]
    newer = aud.get(f"/admin/governance/event/{page.context['newer']}").context["lines"]
    assert [line["cells"] for line in newer][-1][6][1] == seen[-len(page.context["lines"]) - 1][6]


def test_the_export_is_what_the_filters_show(told: Told, aud: Client) -> None:
    table = _export(aud, "governance/ledgerentry", object=told.goal.ref, action="post")
    entries = LedgerEntry.objects.filter(account=told.goal.account, kind="post").order_by("-pk")
    width = len(LedgerEntry._meta.concrete_fields)

    assert [line[0] for line in table[1:] if len(line) == width] == [str(entry.pk) for entry in entries]
    foot = {line[0]: line[1] for line in table if len(line) == 2}
    assert (foot["Rows"], foot["Control total, tokens"]) == (
        str(len(entries)),
        str(sum(e.tokens for e in entries)),
    )
    assert (foot["Filter, object"], foot["Filter, action"], foot["Drawn by"]) == (
        told.goal.ref,
        "post",
        "Aud Nilsen",
    )


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "|cmd", "%x"])
def test_no_cell_of_an_export_is_a_formula(told: Told, aud: Client, text: str) -> None:
    sql("UPDATE governance_account SET title = %s WHERE id = %s", f"{text} and more", told.goal.account_id)
    table = _export(aud, "governance/account", object=told.goal.ref)
    title = table[1][table[0].index("title")]

    assert title == f"'{text} and more"
    assert table[1][table[0].index("spent_tokens")].isdigit()


def test_markup_in_the_record_is_text_on_the_page(told: Told, aud: Client) -> None:
    sql(
        "UPDATE governance_account SET title = %s WHERE id = %s",
        "<script>alert(1)</script>\u202e",
        told.goal.account_id,
    )
    page = aud.get("/admin/governance/account/").content.decode()

    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;[U+202E]" in page


def test_filters_are_kept_under_a_name_for_oneself_only(told: Told, aud: Client) -> None:
    aud.post(
        "/admin/governance/event/keep/",
        {"name": " Stops  of August ", "query": "?action=round.&nonsense=1&object=G-0001"},
    )
    view = SavedView.objects.get()
    other = Client()
    other.force_login(told.cast.ada)

    assert (view.name, view.query, view.person) == (
        "Stops of August",
        "?action=round.&object=G-0001",
        told.cast.aud,
    )
    assert [one.name for one in aud.get("/admin/governance/event/").context["kept"]] == ["Stops of August"]
    assert other.get("/admin/governance/event/").context["kept"] == []
    other.post("/admin/governance/event/drop/", {"view": view.pk})
    assert SavedView.objects.count() == 1
    aud.post("/admin/governance/event/drop/", {"view": view.pk})
    assert SavedView.objects.count() == 0


@pytest.mark.parametrize("name", ["", "   ", "\x00"])
def test_a_view_without_a_name_is_not_kept(aud: Client, name: str) -> None:
    aud.post("/admin/governance/event/keep/", {"name": name, "query": "?action=x"})

    assert SavedView.objects.count() == 0


def test_a_name_again_replaces_the_filters(aud: Client) -> None:
    for action in ("round.", "goal."):
        aud.post("/admin/governance/event/keep/", {"name": "Mine", "query": f"?action={action}"})

    assert [(view.name, view.query) for view in SavedView.objects.all()] == [("Mine", "?action=goal.")]


def test_the_stored_text_stands_on_the_page(told: Told, aud: Client) -> None:
    event = Event.objects.latest("pk")
    values = dict(aud.get(f"/admin/governance/event/{event.pk}/change/").context["values"])

    assert json.loads(values["body"].removeprefix("'"))["sentence"] == event.sentence
