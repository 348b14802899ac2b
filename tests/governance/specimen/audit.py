"""The audit page: chain, filters, sentences, one of them opened."""

from __future__ import annotations

from decimal import Decimal as D

LINKS = {one: f"/goals/{one}/" for one in ("G-0412", "G-0405")} | {"R-0127": "/requests/R-0127/"}


def _entry(
    number: int, time: str, text: str, tokens: int = 0, usd: str = "0", **more: object
) -> dict[str, object]:
    entry = {
        "number": number,
        "time": time,
        "actor": "Countersign",
        "text": text,
        "links": LINKS,
        "tokens": tokens,
        "usd": D(usd),
    }
    return entry | {"href": f"?open={number}#entry-{number}", "instant": f"{time} UTC"} | more


OPENED = {
    "changes": [
        {"what": "Request R-0127", "before": "waits for 2 signatures", "after": "waits for 1 signature"},
        {
            "what": "Signed by, limit at that moment",
            "before": "nobody",
            "after": "Tomás Herrera, Financial controller, USD 30.00 or 3,000,000 tokens",
        },
        {"what": "Terms digest", "before": "4be1…07d3", "after": "the same", "code": True},
    ],
    "follows": "b2f0" + "0" * 56 + "6c11",
    "digest": "e87a" + "0" * 56 + "9d40",
    "raw_href": "/audit/18390/raw/",
}

ENTRIES = [
    {"day": "Thursday 10 September 2026"},
    _entry(
        18_409,
        "10:05",
        "admitted round 5 of G-0412 after all 12 checks passed; 400,000 tokens and USD 5.00 committed.",
        -400_000,
        "-5",
    ),
    _entry(
        18_408,
        "10:05",
        "settled round 4 of G-0412 at 251,720 tokens and USD 3.02; 148,280 tokens and USD 1.98 released.",
        148_280,
        "1.98",
    ),
    _entry(
        18_397,
        "09:43",
        "admitted round 4 of G-0412 after all 12 checks passed; 400,000 tokens and USD 5.00 committed.",
        -400_000,
        "-5",
    ),
    _entry(
        18_396,
        "09:42",
        "resumed G-0412 because “Treasury has posted the bank charges”; no money moved.",
        actor="Ingrid Halvorsen",
        person=True,
    ),
    _entry(
        18_390,
        "09:02",
        "signed request R-0127 for G-0405, 1 of 2, because “Return has to be filed”; no money moved yet.",
        actor="Tomás Herrera",
        person=True,
        glyph="signed",
        opened=OPENED,
    ),
    _entry(
        18_389,
        "08:58",
        "refused Priya Raman as signer of R-0127 because nobody signs their own request; no money moved.",
        glyph="refused",
    ),
    _entry(
        18_385,
        "08:35",
        "asked to raise G-0405 by 900,000 tokens and USD 10.00 because “22 invoices missing”; no money moved.",
        actor="Priya Raman",
        person=True,
    ),
    {"day": "Wednesday 9 September 2026"},
    _entry(
        18_371,
        "18:20",
        "told Priya Raman and Tomás Herrera by e-mail that G-0405 had stopped; no money moved.",
    ),
    _entry(
        18_370,
        "18:19",
        "stopped G-0405 because 18,300 tokens are less than the 60,000 a round needs; no money moved.",
        glyph="stopped",
    ),
    _entry(
        18_369,
        "18:19",
        "refused round 7 of G-0405 for want of tokens; no money moved and no round number was used.",
        glyph="refused",
    ),
    _entry(
        18_368,
        "18:19",
        "settled round 6 of G-0405 at 189,740 tokens and USD 2.06; 18,300 tokens and USD 0.06 released.",
        18_300,
        "0.06",
    ),
    _entry(
        18_361,
        "17:58",
        "admitted round 6 of G-0405 after all 12 checks passed; the last 208,040 tokens and USD 2.12 committed.",
        -208_040,
        "-2.12",
    ),
    _entry(
        18_360,
        "17:58",
        "settled round 5 of G-0405 at 214,020 tokens and USD 2.61; 185,980 tokens and USD 2.12 released.",
        185_980,
        "2.12",
    ),
    _entry(
        18_352,
        "16:40",
        "lifted the freeze on 4210 Accounts payable because “bank confirmed”; no money moved.",
        actor="Wei-Lin Chen",
        person=True,
    ),
    _entry(
        18_349,
        "16:02",
        "froze 4210 Accounts payable because “unknown direct debit”; no round may start, no money moved.",
        actor="Wei-Lin Chen",
        person=True,
        glyph="freeze",
    ),
]

CONTEXT = {
    "current": "audit",
    "person": {"name": "Daniel Brandt", "role": "Auditor, reads everything"},
    "title": "Audit",
    "lead": "Everything that changed a state or moved money, one sentence each.",
    "actions": [
        {"text": "Save this view", "action": "/audit/views/", "kind": "quiet"},
        {"text": "Export 15 entries", "href": "/audit/export.csv", "kind": "quiet"},
    ],
    "chain": {
        "whole": True,
        "word": "Chain whole",
        "support": "18,412 entries in 214 goals follow without a gap",
        "facts": [
            {"label": "Last checked", "text": "10 Sep 2026, 10:20 UTC"},
            {"label": "Last checkpoint", "text": "no. 253, 10 Sep, 00:00"},
            {"label": "Kept also at", "text": "Audit archive, read-only"},
        ],
        "button": {"text": "Check now", "action": "/audit/check/", "kind": "quiet"},
    },
    "filters": {
        "action": "",
        "fields": [
            {"name": "who", "label": "Who", "kind": "select", "options": [("", "Everyone")], "value": ""},
            {"name": "did", "label": "Did", "kind": "select", "options": [("", "Anything")], "value": ""},
            {
                "name": "to",
                "label": "To",
                "kind": "select",
                "options": [("g", "G-0412, G-0405")],
                "value": "g",
                "set": True,
            },
            {
                "name": "money",
                "label": "Money",
                "kind": "select",
                "options": [("", "Any effect")],
                "value": "",
            },
            {
                "name": "when",
                "label": "When, UTC",
                "kind": "select",
                "options": [("w", "9 Sep 16:00 to 10 Sep 10:26")],
                "value": "w",
                "set": True,
            },
        ],
        "found": "15 entries match",
        "found_rest": ", all shown.",
        "clear_href": "/audit/",
    },
    "entries": ENTRIES,
    "total": {"text": "15 entries, effect on what is available", "tokens": -655_480, "usd": D("-7.96")},
    "checked": {"agrees": True, "text": "The export holds the same 15 entries and the same totals."},
    "foot_left": "Names, roles and limits read as they were at the time.",
    "foot_right": "Nobody can change or delete an entry, administrators included.",
}
