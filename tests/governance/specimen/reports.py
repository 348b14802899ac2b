"""Cost per round beside rounds per objective, and the envelopes of five cost centres."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.bar_rows import bar_rows
from governance.web.bars import Bar
from governance.web.cells import Column, Row, Table
from governance.web.charts import Point, Series, line_chart
from governance.web.format import percent, ratio

MONTHS = ["Apr", "May", "Jun", "Jul", "Aug", "Sep 1–10"]
SPENT = [D(v) for v in ("766.70", "861.10", "941.25", "1001.00", "982.80", "339.60")]
ROUNDS = [187, 218, 251, 286, 312, 118]
DONE = [61, 65, 66, 64, 61, 20]


def _series(top: list[D] | list[int], under: list[int]) -> tuple[Series, ...]:
    values = [D(a) / b for a, b in zip(top, under, strict=True)]
    return (Series("", tuple(Point(value, closed=at < 5) for at, value in enumerate(values))),)


def _table(
    caption: str, first: str, top: list[D] | list[int], second: str, under: list[int], last: str, kind: str
) -> Table:
    columns = [Column("", "text"), *(Column(month, "right") for month in MONTHS)]
    number = [f"{value:,.2f}" if kind == "usd" else f"{value:,}" for value in top]
    ratios = [ratio(a, b) for a, b in zip(top, under, strict=True)]
    rows = [
        Row([first, *number]),
        Row([second, *(f"{value:,}" for value in under)]),
        Row([last, *ratios], style="total"),
    ]
    return Table(caption, columns, rows, fixed=True)


CENTRES = [
    ("4210 Accounts payable", "148.36", "131.20", "400.00"),
    ("4220 Treasury", "61.75", "48.66", "250.00"),
    ("4230 Tax", "74.12", "66.38", "200.00"),
    ("4310 Procurement", "42.90", "27.10", "180.00"),
    ("4400 Internal audit", "12.47", "9.53", "90.00"),
]


def _centre(name: str, spent: D, held: D, whole: D, style: str = "") -> Row:
    return Row([name, spent, held, whole - spent - held, whole, percent(spent + held, whole)], style=style)  # type: ignore[arg-type]


CENTRE_TABLE = Table(
    "Envelopes of the cost centres",
    [
        Column("Cost centre"),
        Column("Spent", "usd", key="spent"),
        Column("Encumbered", "usd", key="committed", on="wide"),
        Column("Available", "usd", key="available"),
        Column("Envelope", "usd"),
        Column("Used or encumbered", "right", on="wide"),
    ],
    [
        *(_centre(name, D(spent), D(held), D(whole)) for name, spent, held, whole in CENTRES),
        _centre("All cost centres", D("339.60"), D("282.87"), D("1120.00"), "total"),
    ],
)

WHOLE = [
    ("Spent", "USD\u00a04,892.45"),
    ("Rounds settled", "1,372"),
    ("Objectives completed and accepted", "337"),
    ("Cost per round", "USD\u00a03.57"),
    ("Rounds per objective", "4.07"),
]

CONTEXT = {
    "current": "reports",
    "person": {"name": "Tomás Herrera", "role": "Controller", "limit": "limit USD 30.00"},
    "crumbs": [{"text": "Reports", "href": "/reports/"}, {"text": "Cost and rounds"}],
    "title": "Is it getting cheaper?",
    "lead": "All cost centres, 1 Apr to 10 Sep 2026. September is not closed; its points are open circles.",
    "actions": [
        {"text": "Period and filters", "href": "#filters", "kind": "quiet"},
        {"text": "Export CSV", "href": "/reports/cost.csv", "kind": "quiet"},
        {"text": "Print", "href": "?print=1", "kind": "quiet", "print": True},
    ],
    "finding": "A round costs 30% less than in April, but an objective now needs 92% more rounds."
    " So an objective costs 35% more.",
    "per_round": line_chart(
        _series(SPENT, ROUNDS), label="Cost per round fell from USD 4.10 in April to USD 2.88 in September."
    ),
    "per_objective": line_chart(
        _series(ROUNDS, DONE), label="Rounds per objective rose from 3.07 in April to 5.90 in September."
    ),
    "whole_cost": line_chart(
        _series(SPENT, DONE),
        label="Cost per objective rose from USD 12.57 in April to USD 16.98 in September.",
    ),
    "per_round_table": _table(
        "Cost per round by month", "Spent, USD", SPENT, "÷ rounds settled", ROUNDS, "Cost per round", "usd"
    ),
    "per_objective_table": _table(
        "Rounds per objective by month",
        "Rounds settled",
        ROUNDS,
        "÷ completed",
        DONE,
        "Rounds per obj.",
        "count",
    ),
    "whole_cost_table": _table(
        "Cost per objective by month", "Spent, USD", SPENT, "÷ completed", DONE, "Cost per obj.", "usd"
    ),
    "whole_period": Table(
        "The whole period",
        [Column("What"), Column("Figure", "right")],
        [*(Row(pair) for pair in WHOLE), Row(("Cost per objective", "USD\u00a014.52"), style="total")],
    ),
    "bars": bar_rows(
        [(name, Bar(D(spent), D(held), D(whole))) for name, spent, held, whole in CENTRES],
        label="4210 Accounts payable has used or encumbered most of its envelope after 4230 Tax: 69.9% and 70.2%.",
        uid="centres",
        used="used or encumbered",
    ),
    "centres": CENTRE_TABLE,
    "centres_checked": {
        "agrees": True,
        "text": "Spent equals the September column above and the ledger: USD 339.60.",
    },
    "foot_left": "Drawn 10 Sep 2026, 10:26 UTC from 1,372 settled rounds.",
    "foot_right": "Prices in force on the day of each step.",
}
