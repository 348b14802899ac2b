"""The escalation after the same blocker three times."""

from __future__ import annotations

from decimal import Decimal as D

from governance.web.budget import BudgetFigures, RoundSpend
from tests.governance.specimen.goal_running import VIEWER


def _host(text: str = "sftp.nordbank.example") -> dict[str, str]:
    return {"text": text, "kind": "identifier", "letter": "a", "said": "same host"}


def _account(text: str = "recon-acme") -> dict[str, str]:
    return {"text": text, "kind": "identifier", "letter": "b", "said": "same account"}


def _word(text: str) -> dict[str, str]:
    return {"text": text, "kind": "word", "letter": "c", "said": "same word"}


def _ignored(text: str) -> dict[str, str]:
    return {"text": text, "kind": "ignored"}


def _plain(text: str) -> dict[str, str]:
    return {"text": text, "kind": ""}


TEXTS = [
    {
        "round": 3,
        "instant": "9 Sep, 14:05 UTC",
        "words": [
            _ignored("2026-09-09 14:02:11Z"),
            _plain(" SFTP login to "),
            _host(),
            _plain(" as "),
            _account(),
            _plain(" was "),
            _word("refused"),
            _plain(": public "),
            _word("key"),
            _plain(" not accepted "),
            _ignored("(attempt 3 of 3, 12.4 s)"),
            _plain("."),
        ],
    },
    {
        "round": 4,
        "instant": "9 Sep, 14:36 UTC",
        "words": [
            _plain("Still no camt.053 files. "),
            _host(),
            _plain(" "),
            _word("refuses"),
            _plain(" "),
            _word("key"),
            _plain(" of user "),
            _account(),
            _plain(". "),
            _ignored("Tried 5 times between 14:31:40Z and 14:33:02Z."),
        ],
    },
    {
        "round": 5,
        "instant": "9 Sep, 15:10 UTC",
        "words": [
            _ignored("[15:09:09Z]"),
            _plain(" "),
            _host(),
            _plain(": "),
            _account(),
            _plain(" "),
            _word("key"),
            _plain(" "),
            _word("refused"),
            _plain(", session "),
            _ignored("7f2e91c4"),
            _plain(" closed after "),
            _ignored("8.1 s"),
            _plain("."),
        ],
    },
]

CONTEXT = {
    "current": "goals",
    "person": VIEWER,
    "inbox_count": 7,
    "crumbs": [
        {"text": "Goals", "href": "/goals/"},
        {"text": "4220 Treasury", "href": "/budgets/4220/"},
        {"text": "G-0398", "href": "/goals/G-0398/"},
        {"text": "Escalation E-0057"},
    ],
    "title": "Match August bank feeds to the cash book",
    "actions": [
        {"text": "Goal page", "href": "/goals/G-0398/", "kind": "quiet"},
        {"text": "Print", "href": "/goals/G-0398/statement/", "kind": "quiet"},
    ],
    "stop": "Stopped after round 5: rounds 3, 4 and 5 each reported that"
    " sftp.nordbank.example refuses the key of recon-acme.",
    "answers": [
        {"question": "Who approved?", "answer": "Mariam Okafor", "support": "one signature, 1 Sep 2026"},
        {"question": "How much?", "answer": "USD\u00a010.34 of 20.00", "support": "845,600 tokens"},
        {"question": "What is uncertain?", "answer": "Nothing", "support": "all usage reported"},
        {"question": "Is it complete?", "answer": "Not claimed", "support": "5 of 8 rounds used"},
        {
            "question": "Who answers?",
            "answer": "You, by today 15:10",
            "support": "then Tomás Herrera until 11 Sep, 15:10",
        },
    ],
    "texts": TEXTS,
    "shared": [
        {"letter": "a", "name": "sftp.nordbank.example", "kind": "host", "rounds": "3, 4, 5"},
        {"letter": "b", "name": "recon-acme", "kind": "account", "rounds": "3, 4, 5"},
        {"letter": "c", "name": "refused, key", "kind": "words", "rounds": "3, 4, 5"},
    ],
    "compared": [
        {"rounds": f"Rounds\u00a0{pair}", "rule": "shared identifier, nothing against it", "same": True}
        for pair in ("3,\u00a04", "4,\u00a05", "3,\u00a05")
    ],
    "version": 3,
    "form": {
        "action": "/escalations/E-0057/answer/",
        "hidden": {"revision": "2"},
        "chosen": "resume",
        "options": [
            {
                "value": "resume",
                "label": "It is fixed: resume as it is",
                "verb": "Resume as it is",
                "meaning": "The count of repeats starts again at zero.",
                "effect": "Round\u00a06 may start. Up to USD\u00a03.00 and 250,000\u00a0tokens are committed to it.",
            },
            {
                "value": "not-same",
                "label": "Not the same: continue",
                "verb": "Continue, not the same",
                "meaning": "You overrule the stop. The case is kept as a labelled example.",
                "effect": "Round\u00a06 may start, as above. The record names you and your reason.",
            },
            {
                "value": "terms",
                "label": "Change the terms",
                "verb": "Change the terms",
                "meaning": "Objective, cap or budget. Becomes a request that needs a signature.",
                "effect": "Nothing moves until it is signed.",
            },
            {
                "value": "close",
                "label": "Close the goal",
                "verb": "Close the goal",
                "meaning": "Work so far is kept. A new goal would need a new authorisation.",
                "effect": "USD\u00a09.66 and 754,400\u00a0tokens go back to 4220\u00a0Treasury.",
            },
        ],
        "reason": "Nordbank has registered the new public key for recon-acme; test login worked at 10:21.",
        "recorded": "Recorded as Mariam Okafor, Finance director. You did not ask for this goal.",
    },
    "budget": BudgetFigures(
        tokens_spent=845_600,
        tokens_committed=0,
        tokens_budget=1_600_000,
        usd_spent=D("10.34"),
        usd_committed=D(0),
        usd_budget=D("20.00"),
        rounds=(
            RoundSpend("1", 214_600, D("2.64")),
            RoundSpend("2", 198_420, D("2.41")),
            RoundSpend("3", 171_380, D("2.10"), "same blocker"),
            RoundSpend("4", 142_260, D("1.74"), "same blocker"),
            RoundSpend("5", 118_940, D("1.45"), "same blocker"),
        ),
    ),
    "budget_sentence": "The three rounds that met this blocker cost 432,580 tokens and USD 5.29.",
    "foot_left": "E-0057, opened 9 Sep 2026, 15:10 UTC. G-0398, revision 2.",
    "foot_right": "If nobody answers, it reads “expired, nobody answered” and stays stopped.",
}
