"""The second signature for a raise."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.budget import BudgetFigures
from governance.web.cells import Cell, Column, Row, Table
from tests.governance.specimen.goal_running import VIEWER

BOUGHT = Table(
    "What each round found and cost",
    [
        Column("Round"),
        Column("Reported, not checked"),
        Column("Blocker", "quiet", on="wide"),
        Column("Tokens", "tokens"),
        Column("USD", "usd"),
    ],
    [
        Row(["1", "14 invoices found", "none", 312_400, D("3.88")]),
        Row(["2", "9 found", "none", 287_900, D("3.54")]),
        Row(["3", "7 found", "portal login of 2 suppliers", 246_180, D("3.02")]),
        Row(["4", "5 found", "portal login of 2 suppliers", 231_460, D("2.83")]),
        Row(["5", "4 found", "none", 214_020, D("2.61")]),
        Row(["6", "2 found", "none", 189_740, D("2.06")]),
        Row(["6 rounds", "41 of 63 found", "", 1_481_700, D("17.94")], style="total"),
    ],
)

MONEY = Table(
    "The envelope before and after",
    [
        Column(""),
        Column("Spent", "usd"),
        Column("Encumbered", "usd"),
        Column("Available", "usd"),
        Column("Envelope", "usd"),
    ],
    [
        Row(["Now", D("148.36"), D("131.20"), D("120.44"), D("400.00")]),
        Row(["This raise", D(0), Cell("+10.00"), Cell("\u221210.00"), D(0)]),
        Row(["After approval", D("148.36"), D("141.20"), D("110.44"), D("400.00")], style="total"),
    ],
)

SIGN_PLACE = {
    "may": True,
    "name": "Mariam Okafor",
    "lines": ["Finance director", "limit USD 100.00 or 10,000,000 tokens, so this is within it"],
    "action": "/requests/R-0127/decide/",
    "hidden": {"revision": "1", "page": "5ad9"},
    "reason": "Needed for the return. Close after round 9 whatever is found.",
    "verb": "Countersign",
}

CONTEXT = {
    "current": "requests",
    "person": VIEWER,
    "inbox_count": 7,
    "crumbs": [
        {"text": "Inbox", "href": "/inbox/"},
        {"text": "R-0127, a change to"},
        {"text": "G-0405", "href": "/goals/G-0405/"},
    ],
    "title": "Raise the budget of “Collect missing VAT invoices, Q2”",
    "state": {
        "glyph": "waits",
        "word": "Waits for the second signature: yours.",
        "text": " Asked by Priya Raman today at 08:35, due today at 12:00\u00a0UTC.",
    },
    "jump": {"text": "Go to your signature", "href": "#signature"},
    "changes": [
        {"term": "Money cap, USD", "signed": "18.00", "asked": "28.00", "change": "+10.00"},
        {"term": "Token budget", "signed": "1,500,000", "asked": "2,400,000", "change": "+900,000"},
        {
            "term": "Valid until",
            "signed": "12\u00a0Sep\u00a02026",
            "asked": "30\u00a0Sep\u00a02026",
            "change": "+18 days",
        },
        {"term": "Signatures needed", "signed": "1", "asked": "2", "change": "above USD\u00a020.00"},
    ],
    "unchanged": "objective, fresh agent each round, at most 9 rounds, meridian-large, 4210 Accounts payable",
    "bought": BOUGHT,
    "budget": BudgetFigures(
        tokens_spent=1_481_700,
        tokens_committed=0,
        tokens_budget=2_400_000,
        usd_spent=D("17.94"),
        usd_committed=D(0),
        usd_budget=D("28.00"),
        tokens_planned=635_220,
        usd_planned=D("7.50"),
        signed_cap_usd=D("18.00"),
        words={"planned": "3 rounds left", "available": "Left over", "budget": "Asked"},
    ),
    "money": MONEY,
    "card": {
        "title": "Signatures",
        "since": "1 of 2 given",
        "signatures": [
            {
                "name": "Priya Raman",
                "act": "asked",
                "asker": True,
                "lines": ["Procurement analyst, requester", "today, 08:35 UTC"],
                "reason": "22 invoices still missing; the VAT return is due on the 30th.",
            },
            {
                "name": "Tomás Herrera",
                "act": "signed",
                "lines": ["Financial controller", "limit USD 30.00 or 3,000,000 tokens", "today, 09:02 UTC"],
                "reason": "Return has to be filed; raise is inside the envelope.",
            },
        ],
    },
    "sign_place": SIGN_PLACE,
    "worth": [
        {
            "glyph": "over",
            "text": "Priya Raman has 2 other goals in 4210 this month, together USD 18.40. With this one, USD 46.40.",
        },
        {
            "glyph": "open",
            "text": "The same objective for Q1 (G-0377) cost USD 16.40 in 5 rounds and was accepted.",
            "links": {"G-0377": "/goals/G-0377/"},
        },
        {"glyph": "settled", "text": "You neither asked for this nor work for Priya Raman, so you may sign."},
    ],
    "foot_left": "R-0127, revision 1, for G-0405, revision 4. If the request changes, both signatures fall.",
    "foot_right": "Nothing is decided by opening this page.",
}
