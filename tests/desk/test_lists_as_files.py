"""Every list that shows money leaves as CSV and XLSX: the rows that the filters match, their count, control totals."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from django.db.models import Sum
from openpyxl import load_workbook

from goals import operations
from governance import clock
from governance.models import Account, Event, LedgerEntry, Person, Request
from tests.cast import Cast
from tests.desk.making import Maker, many
from tests.goals.approvals import asked, signed_goal
from tests.pages.goal_stories import long_goal
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db
PERIOD = clock.period_of(clock.now())
LISTS = [
    "/goals/", "/requests/", "/budgets/", f"/budgets/?period={PERIOD}", "/budgets/cost-centres/4210/", "/prices/",
    "/reports/", "/reports/spend/", "/reports/forecast/", "/reports/refusals/", "/reports/duties/",
    "/reports/month-end/", "/reports/convergence/", "/people/",
]  # fmt: skip


def _csv(person: Person, address: str) -> tuple[list[str], list[list[str]], dict[str, str]]:
    """Heads, rows and foot of a file with one table."""
    joined = "&" if "?" in address else "?"
    content = Visitor(person).client.get(f"{address}{joined}format=csv").content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(content)))
    end = lines.index([])
    return lines[0], lines[1:end], {line[0]: line[1] for line in lines[end + 1 :] if line}


@pytest.fixture
def books(transactional_db: None) -> Maker:
    return many(6, seed=3)


def test_every_list_offers_both_files_and_both_open(books: Maker) -> None:
    aud = Visitor(books.desk.cast.aud)
    for address in [*LISTS, f"/goals/{Account.objects.earliest('pk').ref}/statement/"]:
        page, joined = aud.get(address), "&" if "?" in address else "?"
        assert page.status == 200, address
        assert page.markup.count("format=csv") == page.markup.count("format=xlsx") == 1, address
        text = aud.client.get(f"{address}{joined}format=csv")
        book = load_workbook(io.BytesIO(aud.client.get(f"{address}{joined}format=xlsx").content))
        assert "Rows," in text.content.decode("utf-8-sig"), address
        for sheet in book.worksheets:
            assert any(sheet.cell(row, 1).value == "Rows" for row in range(1, sheet.max_row + 1)), address


def test_goals_add_up_to_the_ledger(books: Maker) -> None:
    heads, rows, foot = _csv(books.desk.cast.aud, "/goals/")
    tokens, money = _posted("tokens"), _posted("money")

    assert foot["Rows"] == str(len(rows)) == str(Account.objects.count())
    assert int(foot["Control total, Spent, tokens"]) == tokens == _sum(heads, rows, "Spent, tokens")
    assert Decimal(foot["Control total, Spent"]) == money == _sum(heads, rows, "Spent")


def _posted(unit: str) -> Decimal:
    """What the ledger posted, less what corrections gave back."""
    up = LedgerEntry.objects.filter(kind__in=["post", "overrun", "charge"]).aggregate(sum=Sum(unit))["sum"]
    down = LedgerEntry.objects.filter(kind="credit").aggregate(sum=Sum(unit, default=0))["sum"]
    return Decimal(up) - down


def _sum(heads: list[str], rows: list[list[str]], name: str) -> Decimal:
    return sum((Decimal(row[heads.index(name)]) for row in rows), Decimal(0))


def test_the_file_holds_what_the_filters_match_on_every_page_and_nothing_else(cast: Cast) -> None:
    for number in range(27):
        signed_goal(cast, objective=f"Goal {number}")
    paused = signed_goal(cast, objective="The one that rests")
    operations.pause(acting=cast.acting(cast.ben), goal_id=paused.pk, revision=1)
    heads, rows, foot = _csv(cast.aud, "/goals/?phase=active")
    _heads, one, filtered = _csv(cast.aud, "/goals/?phase=paused")

    assert (len(rows), foot["Rows"], foot["Filter, Phase"]) == (27, "27", "active")
    assert [row[heads.index("Goal")] for row in one] == [paused.account.ref]
    assert (filtered["Rows"], filtered["Filter, Phase"], filtered["Drawn by"]) == (
        "1",
        "paused",
        "Aud Nilsen",
    )


def test_nobody_exports_what_they_may_not_see(cast: Cast) -> None:
    signed_goal(cast)

    assert _csv(cast.ben, "/goals/")[2]["Rows"] == "1"
    assert _csv(cast.eve, "/goals/")[2]["Rows"] == "0"
    assert _csv(cast.eve, "/requests/")[2]["Rows"] == "0"


def test_requests_leave_with_their_totals_and_instants(cast: Cast) -> None:
    asked(cast)
    asked(cast, budget_money=None)
    heads, rows, foot = _csv(cast.cy, "/requests/?status=open")

    assert foot["Control total, Tokens"] == str(sum(Request.objects.values_list("total_tokens", flat=True)))
    assert (foot["Control total, USD"], [row[heads.index("USD")] for row in rows]) == (
        "12.00",
        ["no cap", "12.00"],
    )
    assert rows[0][heads.index("Asked, UTC")].endswith("Z")


def test_a_statement_leaves_with_exact_figures_and_comes_to_zero(cast: Cast) -> None:
    goal = long_goal(cast, 4)
    heads, rows, foot = _csv(cast.aud, f"/goals/{goal.account.ref}/statement/")
    balance = rows[0][heads.index("Balance, tokens")]

    assert (foot["Filter, Goal"], "rounding" in [row[1] for row in rows]) == (goal.account.ref, False)
    assert int(balance) + int(foot["Control total, Tokens"]) == 0
    assert rows[-1][heads.index("Balance, tokens")] == "0"
    assert rows[0][0].endswith("Z")


def test_words_that_could_be_a_formula_run_nowhere(cast: Cast) -> None:
    signed_goal(cast, objective="=HYPERLINK(1)")
    for address in ("/goals/", "/requests/"):
        _heads, rows, _foot = _csv(cast.aud, address)
        assert any("'=HYPERLINK(1)" in cell for row in rows for cell in row)
        assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)


def test_the_record_of_a_goal_leaves_from_its_page(cast: Cast) -> None:
    goal, aud = signed_goal(cast), Visitor(cast.aud)
    for address in (f"/goals/{goal.account.ref}/", f"/goals/{goal.account.ref}/record/"):
        markup = aud.get(address).markup
        assert f"/audit/export.csv?to={goal.account.ref}&amp;did=all&amp;all=1" in markup
        assert f"/reports/trail.jsonl?account={goal.account_id}" in markup
    lines = b"".join(aud.client.get(f"/audit/export.csv?to={goal.account.ref}&did=all&all=1")).decode()

    assert f"Rows,{Event.objects.count()}" in lines


def test_a_file_costs_the_same_queries_for_many_rows(cast: Cast) -> None:
    signed_goal(cast)
    few = [queries(cast.aud, f"{address}?format=csv") for address in ("/goals/", "/requests/")]
    for number in range(6):
        signed_goal(cast, objective=f"Goal {number}")

    assert [queries(cast.aud, f"{address}?format=csv") for address in ("/goals/", "/requests/")] == few
