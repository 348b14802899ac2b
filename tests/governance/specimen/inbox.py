"""What waits for one person: seven kinds of item."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.cells import Cell, Column, Row, Table
from tests.governance.specimen.goal_running import VIEWER


def _item(
    glyph: str, kind: str, id_: str, objective: str, sentence: str, **more: object
) -> dict[str, object]:
    return {
        "glyph": glyph,
        "kind": kind,
        "id": id_,
        "objective": objective,
        "sentence": sentence,
        "href": f"/inbox/{id_}/",
    } | more


ITEMS = [
    _item(
        "waits",
        "Budget raise",
        "G-0405",
        "Collect missing VAT invoices, Q2",
        "Stopped after round 6 of 9: USD\u00a00.06 left. Tomás Herrera has signed; yours is the second signature.",
        person="Priya Raman",
        usd=D("10.00"),
        usd_word="asked",
        waiting="1 h 51 m",
        due="today, 12:00",
        due_in="in 1 h 34 m",
        verb="Read and decide",
    ),
    _item(
        "stopped",
        "Same blocker",
        "G-0398",
        "Match August bank feeds to the cash book",
        "Rounds 3, 4 and 5 each report that sftp.nordbank.example refuses the key of recon-acme.",
        person="Countersign",
        usd=D("9.66"),
        usd_word="idle",
        waiting="19 h 16 m",
        due="today, 15:10",
        due_in="in 4 h 44 m",
        verb="Answer",
    ),
    _item(
        "uncertain",
        "Uncertain round",
        "G-0409",
        "Draft accruals for open purchase orders",
        "Round 2 lost its worker during a model call. Say what to post: the bill, or the full hold.",
        person="Countersign",
        usd=D("4.00"),
        usd_word="held",
        waiting="2 h 05 m",
        due="today, 16:00",
        due_in="in 5 h 34 m",
        verb="Look and post",
    ),
    _item(
        "claimed",
        "Completion claimed",
        "G-0391",
        "Reconcile July intercompany balances",
        "Round 5 reports it is done and names 3 files as evidence. Accept or reject.",
        person="Ingrid Halvorsen",
        usd=D("11.94"),
        usd_word="spent",
        waiting="3 h 40 m",
        due="11 Sep, 12:00",
        due_in="in 25 h 34 m",
        verb="Check evidence",
    ),
    _item(
        "new",
        "New goal",
        "R-0131",
        "Classify card expenses without receipts, August",
        "8 rounds by fresh agents. The same objective cost USD\u00a013.20 for July.",
        person="Jonas Lindqvist",
        usd=D("18.00"),
        usd_word="asked",
        waiting="22 m",
        due="11 Sep, 17:00",
        due_in="in 30 h 34 m",
        verb="Read and decide",
    ),
    _item(
        "disarmed",
        "Disarmed",
        "G-0401",
        "Check for duplicate payments, H1 2026",
        "A restart at 06:00 disarmed it. Nothing is lost; it waits for a person to arm it.",
        person="Sofia Duarte",
        usd=D("6.20"),
        usd_word="idle",
        waiting="4 h 26 m",
        verb="Arm or pause",
    ),
    _item(
        "notice",
        "Notice not delivered",
        "3 tries",
        "Slack, #finance-approvals",
        "The notice of R-0131 reached you by e-mail, but not the channel.",
        person="Countersign",
        usd=None,
        waiting="18 m",
        verb="Send again",
    ),
]

OTHERS = Table(
    "What others answer",
    [Column("What"), Column("Who", "quiet", on="wide"), Column("Due", "right")],
    [
        Row([Cell("Price change, meridian-small", glyph="waits"), "Tomás Herrera", "due 11 Sep, 09:00"]),
        Row([Cell("Delegation of Lukas Meyer", glyph="waits"), "ends by itself", "30 Sep, 22:00"]),
    ],
)
LATELY = Table(
    "What you decided lately",
    [Column("What"), Column("USD", "right", on="wide"), Column("When", "right")],
    [
        Row([Cell("Approved: Translate tender annexes", glyph="approved"), "USD 9.50", "9 Sep, 16:31"]),
        Row([Cell("Declined: Rewrite dunning letters", glyph="declined"), "USD 22.00", "9 Sep, 11:02"]),
    ],
)

CONTEXT = {
    "current": "inbox",
    "person": VIEWER,
    "inbox_count": 7,
    "title": "Inbox",
    "state": {
        "glyph": "",
        "word": "7 things wait for you",
        "text": ", 3 of them due today. As of Thursday 10 Sep 2026, 10:26\u00a0UTC.",
    },
    "items": ITEMS,
    "total": {
        "items": "7 items",
        "rest": "Not asked of you, but at stake: 4.00 held, 15.86 idle, 11.94 spent",
        "usd": D("28.00"),
    },
    "others": OTHERS,
    "lately": LATELY,
    "foot_left": "When this list is empty it says since when.",
    "foot_right": "Silence never approves: an item nobody answers expires and says so.",
}
