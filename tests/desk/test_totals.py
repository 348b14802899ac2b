"""For 200 generated goals every figure on every page and in every file equals the ledger, to the token and the cent."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from goals.proofs.invariants import check_all
from governance import clock, envelopes
from governance.models import Account, CostCentre, Envelope, Event, LedgerEntry
from tests.desk.figures import column, number, tables
from tests.desk.making import Maker, many
from tests.desk.opening import logged_in

GOALS = 200
CENT = Decimal("0.01")
PERIOD = clock.period_of(clock.now())
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def maker(db: None) -> Maker:
    return many(GOALS, seed=7)


@pytest.fixture
def ada(maker: Maker) -> Client:
    return logged_in("ada")


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_EVEN)


def ledger_by(key) -> dict[object, list]:  # type: ignore[no-untyped-def]
    """The truth: every entry that spends, added up in Python one by one."""
    found: dict[object, list] = defaultdict(lambda: [0, Decimal(0)])
    rows = LedgerEntry.objects.select_related("account__cost_centre", "corrects__hold__execution__writer")
    for entry in rows.select_related("hold__execution__writer", "account__owner").exclude(
        kind__in=["budget", "hold", "release"]
    ):
        sign = -1 if entry.kind == "credit" else 1
        found[key(entry)][0] += sign * entry.tokens
        found[key(entry)][1] += sign * entry.money
    return found


def whole() -> tuple[int, Decimal]:
    tokens, money = ledger_by(lambda entry: "all")["all"]
    return tokens, money


def test_figures_equal_the_ledger_on_every_page_and_in_every_file(maker: Maker, ada: Client) -> None:
    """One story, because two hundred goals take a while to make."""
    assert [str(one) for one in check_all()] == []
    assert Account.objects.count() == GOALS
    assert LedgerEntry.objects.filter(kind="credit").count() > GOALS // 20
    assert LedgerEntry.objects.filter(kind="overrun").count() > 0
    _spend_page(ada)
    _spend_files(ada)
    _cost_page(ada)
    _budgets_page(ada)
    _cost_centre_pages(ada)
    _month_end(ada)
    _focus(ada)
    _trail(ada)
    _constant_queries(ada)


def _spend_page(ada: Client) -> None:
    shown = tables(ada.get("/reports/spend/").content.decode())
    tokens, money = whole()
    by_centre = ledger_by(lambda entry: str(entry.account.cost_centre))

    lines = {row[0]: (int(number(row[1])), number(row[5])) for row in shown["Spend by cost centre"][1:]}
    rounding = lines.pop("rounding", (0, Decimal(0)))[1]
    total = lines.pop("All")
    assert lines == {name: (spent[0], cents(spent[1])) for name, spent in by_centre.items()}
    assert total == (tokens, cents(money))
    assert sum((one[1] for one in lines.values()), rounding) == total[1]
    for caption in ("Spend by cost centre", "Spend by model", "Spend by person"):
        for place in (1, 5):
            figures, whole_figure = column(shown[caption], place)
            assert sum(figures) == whole_figure, caption
        assert int(column(shown[caption], 1)[1]) == tokens
    assert number(shown["Spend by month"][-1][-1]) == cents(money)
    assert f"The tables and the ledger agree: {tokens:,} tokens" in ada.get(
        "/reports/spend/"
    ).content.decode().replace("\u00a0", " ")


def _spend_files(ada: Client) -> None:
    tokens, money = whole()
    text = ada.get("/reports/spend/?format=csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    start = next(place for place, row in enumerate(rows) if row == ["Spend by model"])
    lines = rows[start + 2 :][: rows[start + 2 :].index([])]
    below = rows[start + 2 + len(lines) + 1 :]
    foot = dict(below[: below.index([])])

    assert lines[-1][0] == "All"
    assert (int(lines[-1][1]), Decimal(lines[-1][5])) == (tokens, money)
    assert sum(Decimal(row[5]) for row in lines[:-1]) == money
    assert (int(foot["Rows"]), int(foot["Control total, Tokens"])) == (len(lines) - 1, tokens)
    assert Decimal(foot["Control total, USD"]) == money
    assert foot["Filter, Cost centre"] == "All cost centres"

    book = load_workbook(io.BytesIO(ada.get("/reports/spend/?format=xlsx").content))
    page = next(sheet for sheet in book.worksheets if "model" in sheet.title)
    cells = {row[0].value: row for row in page.iter_rows()}
    assert (cells["All"][1].value, cells["All"][1].data_type) == (tokens, "n")
    assert Decimal(cells["Control total, USD"][2].value) == money
    assert cells["Rows"][1].value == len(lines) - 1


def _cost_page(ada: Client) -> None:
    shown = tables(ada.get("/reports/").content.decode())
    _tokens, money = whole()
    figures = {row[0]: row[1] for row in shown["The whole period"][1:]}

    assert number(figures["Spent"]) == cents(money)
    assert number(shown["Cost per round by month"][1][-1]) == cents(money)
    rounds = int(number(figures["Rounds ended"]))
    assert number(figures["Cost per round"]) == cents(money / rounds)


def _budgets_page(ada: Client) -> None:
    shown = tables(ada.get(f"/budgets/?period={PERIOD}").content.decode())
    by_centre = ledger_by(lambda entry: str(entry.account.cost_centre))
    posted = {row[0]: (int(number(row[1])), number(row[2])) for row in shown["Posted by cost centre"][1:]}

    assert {name: posted[name] for name in by_centre} == {
        name: (spent[0], cents(spent[1])) for name, spent in by_centre.items()
    }
    for place in (1, 2):
        lines, total = column(shown["Posted by cost centre"], place)
        assert sum(lines) == total
    for row in shown["Envelopes of the cost centres"][1:]:
        if row[0] in by_centre:
            spent, encumbered, _carried, available, budget = map(number, row[1:6])
            assert spent == cents(by_centre[row[0]][1])
            envelope = envelopes.figures(Envelope.objects.get(cost_centre__code=row[0][:4]))
            assert envelope.spent == by_centre[row[0]][1]
            assert (encumbered, available, budget) == tuple(
                cents(one) for one in (envelope.encumbered, envelope.available, envelope.budget)
            )
            assert (
                envelope.spent + envelope.encumbered + envelope.carried + envelope.available
                == envelope.budget
            )


def _cost_centre_pages(ada: Client) -> None:
    for centre in CostCentre.objects.all():
        page = ada.get(f"/budgets/cost-centres/{centre.code}/").content.decode()
        for row in tables(page)["Goals of the cost centre"][1:]:
            if row[0].startswith("G-"):
                account = Account.objects.get(pk=int(row[0][2:]))
                assert (int(number(row[2])), number(row[3])) == (
                    account.spent_tokens,
                    cents(account.spent_money),
                )


def _month_end(ada: Client) -> None:
    shown = tables(ada.get(f"/reports/month-end/?period={PERIOD}").content.decode())
    tokens, money = whole()
    corrections = LedgerEntry.objects.filter(corrects__isnull=False).count()
    overruns = LedgerEntry.objects.filter(kind="overrun").count()

    assert int(column(shown["Spend by model"], 1)[1]) == tokens
    assert column(shown["Spend by person"], 5)[1] == cents(money)
    lines = [row for row in shown["Corrections, overruns and late usage"][1:] if row[0].startswith("G-")]
    assert len(lines) == corrections + overruns


def _focus(ada: Client) -> None:
    tokens, money = whole()
    text = b"".join(ada.get("/reports/focus.csv").streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(text)))

    assert sum(Decimal(row["BilledCost"]) for row in rows) == money
    assert sum(Decimal(row["ConsumedQuantity"]) for row in rows) == tokens
    assert len(rows) == LedgerEntry.objects.exclude(kind__in=["budget", "hold", "release"]).count()


def _trail(ada: Client) -> None:
    lines = b"".join(ada.get("/reports/trail.jsonl").streaming_content).splitlines()  # type: ignore[attr-defined]

    assert len(lines) == Event.objects.count()
    assert [json.loads(line)["hash"] for line in lines[:50]] == list(
        Event.objects.order_by("pk").values_list("hash", flat=True)[:50]
    )


def _constant_queries(ada: Client) -> None:
    """Never more than thirty reads, with two hundred goals as with none."""
    counts = {}
    for path in PAGES:
        with CaptureQueriesContext(connection) as seen:
            assert ada.get(path).status_code == 200
        counts[path] = len(seen)
    assert {path: count for path, count in counts.items() if count > 30} == {}


PAGES = [
    "/budgets/", "/budgets/cost-centres/4210/", "/prices/", "/reports/", "/reports/spend/", "/reports/forecast/",
    "/reports/refusals/", "/reports/duties/", "/reports/convergence/", f"/reports/month-end/?period={PERIOD}",
    "/reports/reconciliation/",
]  # fmt: skip
