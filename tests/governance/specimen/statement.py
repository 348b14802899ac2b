"""The one-page statement of a goal that is complete."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.budget import BudgetFigures
from governance.web.sheets import Line, split


def _line(
    date: str, strong: str, entry: str, tokens: int | None, left: int, usd: str | None, left_usd: str
) -> Line:
    return Line(date, entry, strong, tokens, left, D(usd) if usd else None, D(left_usd))


LINES = [
    _line("1 Jun 09:41", "", "Budget signed by Tomás Herrera", None, 1_600_000, None, "20.00"),
    _line("1 Jun 10:14", "Round 1", "16 invoices found", -356_200, 1_243_800, "-4.42", "15.58"),
    _line("1 Jun 10:51", "Round 2", "12 found", -322_480, 921_320, "-3.98", "11.60"),
    _line("1 Jun 11:27", "Round 3", "8 found; asks which portal to use", -284_900, 636_420, "-3.47", "8.13"),
    _line("3 Jun 14:22", "Human turn", "Priya Raman named the portal", -6_420, 630_000, "-0.09", "8.04"),
    _line("3 Jun 15:02", "Round 4", "7 found", -214_940, 415_060, "-2.57", "5.47"),
    _line(
        "3 Jun 15:48", "Round 5", "5 found; reports complete, 48 of 48", -157_060, 258_000, "-1.87", "3.60"
    ),
    Line("", "Spent in 5 rounds and 1 human turn", tokens=-1_342_000, usd=D("-16.40"), style="subtotal"),
    _line("4 Jun 08:10", "", "Released to 4210 on acceptance", -258_000, 0, "-3.60", "0.00"),
    Line("Closed", "Budget accounted for", "", -1_600_000, 0, D("-20.00"), D(0), "total"),
]

CONTEXT = {
    "particulars": [
        {"label": "Statement of goal", "text": "G-0377"},
        {"label": "From, to", "text": "1 Jun to 4 Jun 2026"},
        {"label": "Drawn", "text": "10 Sep 2026, 10:26 UTC"},
        {"label": "Cost centre", "text": "4210 Accounts payable"},
    ],
    "title": "Collect missing VAT invoices, Q1",
    "state": {
        "glyph": "complete",
        "word": "Complete and accepted.",
        "text": " Claimed by round\u00a05 on 3 Jun 2026, accepted by Priya Raman on 4 Jun 2026.",
    },
    "signatures": [
        {
            "name": "Priya Raman",
            "act": "asked",
            "asker": True,
            "lines": ["Procurement analyst", "1 Jun 2026, 08:20 UTC"],
        },
        {
            "name": "Tomás Herrera",
            "act": "signed",
            "lines": ["Financial controller", "limit USD 30.00 or 3,000,000 tokens", "1 Jun 2026, 09:41 UTC"],
        },
    ],
    "signed_note": "terms as signed on 1 Jun 2026",
    "digest": "5ad9" + "0" * 56 + "e014",
    "terms": [
        {"label": "Budget", "text": "USD\u00a020.00\n1,600,000 tokens"},
        {"label": "Rounds", "text": "at most 7, same session"},
        {"label": "Model", "text": "meridian-large"},
        {"label": "Signatures", "text": "1 of 1, up to USD\u00a020.00"},
    ],
    "budget": BudgetFigures(
        tokens_spent=1_342_000,
        tokens_committed=0,
        tokens_budget=1_600_000,
        usd_spent=D("16.40"),
        usd_committed=D(0),
        usd_budget=D("20.00"),
        words={"available": "Released at close"},
    ),
    "sheets": split(LINES),
    "open_points": [
        {"label": "Uncertain", "text": "None. The provider reported usage for all 31 steps."},
        {
            "label": "Refused or overridden",
            "text": "One round start refused on 1 Jun, 11:28: a person’s answer came first.",
        },
        {"label": "Blockers", "text": "One, “which supplier portal to use”, in round 3 only."},
    ],
    "checks": [
        {"agrees": True, "text": "Rounds, turns, steps and ledger agree: 1,342,000 tokens, USD 16.40."},
        {
            "agrees": True,
            "text": "Chain whole, 24 entries, last",
            "digest": "7c02e5b891aa" + "0" * 48 + "40f3",
        },
    ],
    "checks_right": ["Amounts in USD at the prices of the day."],
}
