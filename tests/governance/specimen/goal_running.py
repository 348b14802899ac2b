"""The goal page while a round runs. Invented people and prices; the arithmetic holds."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.budget import BudgetFigures, RoundSpend
from governance.web.cells import Cell, Column, Row, Table

VIEWER = {"name": "Mariam Okafor", "role": "Approver", "limit": "limit USD 100.00"}

ROUNDS = (
    RoundSpend("1", 342_180, D("4.31")),
    RoundSpend("2", 318_940, D("3.97")),
    RoundSpend("3", 291_460, D("3.52")),
    RoundSpend("4", 251_720, D("3.02")),
)

BUDGET = BudgetFigures(
    tokens_spent=1_204_300,
    tokens_committed=400_000,
    tokens_budget=2_000_000,
    usd_spent=D("14.82"),
    usd_committed=D("5.00"),
    usd_budget=D("25.00"),
    rounds=ROUNDS,
)

ANSWERS = [
    {
        "question": "Who approved?",
        "answer": "Tomás Herrera and Mariam Okafor",
        "support": "two signatures, 3 Sep 2026",
    },
    {"question": "How much?", "answer": "USD\u00a014.82 of 25.00", "support": "1,204,300 tokens"},
    {"question": "Why stopped?", "answer": "Not stopped", "support": "same blocker in 2 of 3 rounds"},
    {"question": "What is uncertain?", "answer": "Nothing", "support": "all usage reported"},
    {"question": "Is it complete?", "answer": "Not claimed", "support": "no round has said so"},
]

CARD = {
    "since": "in force since 3 Sep 2026, 11:36 UTC",
    "signatures": [
        {
            "name": "Ingrid Halvorsen",
            "act": "asked",
            "asker": True,
            "lines": ["Accounts payable lead, requester", "3 Sep 2026, 09:14 UTC"],
        },
        {
            "name": "Tomás Herrera",
            "act": "signed",
            "lines": ["Financial controller", "limit USD 30.00 or 3,000,000 tokens", "3 Sep 2026, 10:02 UTC"],
        },
        {
            "name": "Mariam Okafor",
            "act": "countersigned",
            "lines": ["Finance director", "limit USD 100.00 or 10,000,000 tokens", "3 Sep 2026, 11:36 UTC"],
        },
    ],
    "terms": [
        {"label": "Budget", "text": "USD 25.00, 2,000,000 tokens"},
        {"label": "Per round", "text": "USD 5.00, 400,000 tokens"},
        {"label": "Rounds", "text": "at most 8, each by a fresh agent"},
        {"label": "Model", "text": "meridian-large"},
        {"label": "Cost centre", "text": "4210 Accounts payable"},
        {"label": "Valid until", "text": "30 Sep 2026, 22:00 UTC"},
        {"label": "Reason", "text": "“Month-end close; 63 suppliers, two people on leave.”"},
    ],
    "digest": "9f3c41d0" + "5b" * 26 + "a71e",
}

NEXT = [
    {
        "glyph": "running",
        "text": "Round 5 is in its fourth step. It has used 86,420 of the 400,000 tokens held for it"
        " and ends by 11:05 at the latest.",
    },
    {
        "glyph": "open",
        "text": "Then round 6 may start by itself: 3 rounds are left, and at least USD 5.18 and 395,700 tokens"
        " will be available.",
    },
    {
        "glyph": "stopped",
        "strong": "It stops and asks a person",
        "text": "if round 5 again reports that the August statement of Brenner Logistik is missing."
        " Rounds 3 and 4 both did; three in a row stop a goal.",
    },
]

BLOCKERS = Table(
    "Blockers that rounds reported and nobody cleared",
    [Column("As reported"), Column("Rounds", "right"), Column("In a row", "right")],
    [
        Row(
            [
                Cell(
                    "August statement of Brenner Logistik GmbH is not in the folder",
                    second="needs: ask supplier 70412 for the statement",
                ),
                "3, 4",
                "2 of 3",
            ]
        )
    ],
)


def _line(
    level: str, name: str, did: str, time: str, counts: str, usd: str, **more: object
) -> dict[str, object]:
    numbers = [int(part) for part in counts.split()]
    keys = ("input", "cached", "output", "tokens")
    glyph = {"turn": "unfolded", "total": "", "live": "running"}.get(level, "settled")
    return (
        {"level": level, "name": name, "did": did, "time": time, "glyph": glyph, "usd": D(usd)}
        | dict(zip(keys, numbers, strict=True))
        | more
    )


LINES = [
    _line(
        "round",
        "Round 1",
        "Read 63 statements, matched 38",
        "3 Sep, 11:37 to 12:04",
        "316585 170960 25595 342180",
        "4.31",
        href="/goals/G-0412/rounds/1/",
    ),
    _line(
        "round",
        "Round 2",
        "Matched 11 more, listed 14 differences",
        "3 Sep, 12:04 to 12:29",
        "294448 164904 24492 318940",
        "3.97",
        href="/goals/G-0412/rounds/2/",
    ),
    _line(
        "round",
        "Round 3",
        "Explained 9 differences; Brenner statement missing",
        "3 Sep, 12:29 to 12:51",
        "268324 160992 23136 291460",
        "3.52",
        href="/goals/G-0412/rounds/3/",
    ),
    _line(
        "round",
        "Round 4",
        "Explained 4 differences; Brenner statement missing",
        "10 Sep, 09:43 to 10:05",
        "231774 140352 19946 251720",
        "3.02",
        href="/goals/G-0412/rounds/4/",
        open=True,
    ),
    _line(
        "turn",
        "Turn 1",
        "Worked until the model stopped",
        "09:43 to 10:03",
        "216123 130024 16912 233035",
        "2.72",
    ),
    _line("step", "Step 1", "Read the handoff of round 3", "09:43", "19967 2368 2870 22837", "0.47"),
    _line("step", "Step 2", "Read 6 statements", "09:46", "31045 20696 1766 32811", "0.32"),
    _line("step", "Step 3", "Read purchase ledger, 14 suppliers", "09:49", "37548 22520 2883 40431", "0.47"),
    _line("step", "Step 4", "Compared 14 accounts", "09:53", "42913 31144 2647 45560", "0.42"),
    _line("step", "Step 5", "Read 4 delivery notes", "09:57", "44634 28632 3386 48020", "0.53"),
    _line("step", "Step 6", "Wrote differences.csv", "10:00", "40016 24664 3360 43376", "0.51"),
    _line("turn", "Turn 2", "Asked for its report", "10:03 to 10:05", "15651 10328 3034 18685", "0.30"),
    _line("step", "Step 7", "Submitted the report for round 5", "10:03", "15651 10328 3034 18685", "0.30"),
    _line("total", "Goal, spent", "4 rounds settled", "", "1111131 637208 93169 1204300", "14.82"),
    _line(
        "live",
        "Round 5",
        "So far, out of USD 5.00 committed; not settled",
        "10 Sep, since 10:05",
        "79592 42176 6828 86420",
        "1.12",
    ),
]


def _entry(time: str, text: str, tokens: int, usd: str, **more: object) -> dict[str, object]:
    return {"time": time, "actor": "Countersign", "text": text, "tokens": tokens, "usd": D(usd)} | more


ENTRIES = [
    {"day": "Thursday 10 September 2026"},
    _entry(
        "10:05",
        "admitted round 5 of 8 after all 12 checks passed; 400,000 tokens and USD 5.00 committed.",
        395_700,
        "5.18",
    ),
    _entry(
        "10:05",
        "settled round 4 at 251,720 tokens and USD 3.02; 148,280 tokens and USD 1.98 released.",
        795_700,
        "10.18",
    ),
    _entry(
        "09:43",
        "admitted round 4 of 8 after all 12 checks passed; 400,000 tokens and USD 5.00 committed.",
        647_420,
        "8.20",
    ),
    _entry(
        "09:42",
        "resumed the goal because “Treasury has posted the bank charges”; no money moved.",
        1_047_420,
        "13.20",
        actor="Ingrid Halvorsen",
        person=True,
    ),
    {"day": "Thursday 3 September 2026"},
    _entry(
        "12:52",
        "refused to start round 4 because the goal was paused; no money moved, no round number used.",
        1_047_420,
        "13.20",
        glyph="refused",
    ),
    _entry(
        "12:51",
        "settled round 3 at 291,460 tokens and USD 3.52; 108,540 tokens and USD 1.48 released.",
        1_047_420,
        "13.20",
    ),
    _entry(
        "12:40",
        "paused the goal because “bank charges for August are not posted yet”;"
        " round 3 ended before its next step, no money moved.",
        938_880,
        "11.72",
        glyph="paused",
        actor="Wei-Lin Chen",
        person=True,
    ),
    _entry(
        "12:29",
        "admitted round 3 of 8 after all 12 checks passed; 400,000 tokens and USD 5.00 committed.",
        938_880,
        "11.72",
    ),
]

CONTEXT = {
    "current": "goals",
    "person": VIEWER,
    "inbox_count": 7,
    "crumbs": [
        {"text": "Goals", "href": "/goals/"},
        {"text": "4210 Accounts payable", "href": "/budgets/4210/"},
        {"text": "G-0412"},
    ],
    "title": "Reconcile August supplier statements",
    "state": {
        "glyph": "running",
        "word": "Running",
        "text": ", active and armed. Round\u00a05 of at most 8 started today at 10:05.",
    },
    "actions": [
        {"text": "Pause after this step", "action": "/goals/G-0412/pause/", "kind": "outlined"},
        {"text": "Change terms", "href": "/goals/G-0412/change/", "kind": "quiet"},
        {"text": "Print", "href": "/goals/G-0412/statement/", "kind": "quiet"},
    ],
    "answers": ANSWERS,
    "budget": BUDGET,
    "card": CARD,
    "next_lines": NEXT,
    "next_pairs": [
        {"label": "Who can pause or stop it", "text": "Ingrid Halvorsen, Wei-Lin Chen (operator)"},
        {"label": "Who can raise it", "text": "Tomás Herrera and Mariam Okafor together, on request"},
    ],
    "blockers": BLOCKERS,
    "lines": LINES,
    "timeline_checked": {
        "agrees": True,
        "text": "Rounds, turns, steps and ledger agree: 1,204,300 tokens, USD 14.82."
        " Open a round for its steps and the raw provider record.",
    },
    "entries": ENTRIES,
    "pager": {
        "older_href": "/goals/G-0412/record/",
        "older": "All 15 entries",
        "export_href": "/goals/G-0412/record.csv",
    },
    "foot_left": "G-0412, revision 3. Chain whole, 15 entries, last c40b…19e2",
}
