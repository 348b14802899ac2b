"""What the seven pages do not show: forms, errors, empty states, a closed place to sign, a budget that is over."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal as D

from django import forms

from governance.web import words
from governance.web.bars import Bar
from governance.web.budget import BudgetFigures, RoundSpend
from governance.web.charts import Point, Series, line_chart
from tests.governance.specimen.goal_running import VIEWER

OLD, NEW = words.compare(
    "Collect the missing VAT invoices of Q1 from supplier portals.",
    "Collect the missing VAT invoices of Q2 from supplier portals and by e-mail.",
)


@dataclass(frozen=True)
class Said:
    """A message as Django hands it to a template."""

    text: str
    tags: str = "success"

    def __str__(self) -> str:
        return self.text


class Delegation(forms.Form):
    """A form of Django's, with one answer that is wrong."""

    to = forms.ChoiceField(choices=[("dee", "Dee, finance director"), ("cy", "Cy, approver")])
    until = forms.DateField(help_text="A delegation always ends.")
    informed = forms.BooleanField(label="Dee has been told", required=False)


def _shares(*values: str) -> tuple[Point, ...]:
    return tuple(Point(D(value) if value else None, closed=at < 5) for at, value in enumerate(values))


CONTEXT = {
    "current": "requests",
    "person": VIEWER,
    "inbox_count": 0,
    "demo": {
        "text": "Demonstration: invented people, a scripted endpoint, no real money.",
        "people": [
            {"key": "ada", "name": "Ada", "role": "controller"},
            {"key": "ben", "name": "Ben", "role": "requester"},
        ],
    },
    "title": "Ask for a goal",
    "lead": "Nothing is spent by asking. Two people sign above USD 20.00.",
    "fields": [
        {
            "name": "objective",
            "label": "Objective",
            "kind": "textarea",
            "value": "",
            "help": "What is wanted, in one sentence that a colleague would understand.",
            "required": True,
        },
        {
            "name": "rounds",
            "label": "Rounds, at most",
            "kind": "text",
            "short": True,
            "inputmode": "numeric",
            "value": "08",
            "error": "A whole number without a leading zero, from 1 to 50.",
        },
        {
            "name": "cap",
            "label": "Money cap",
            "kind": "text",
            "short": True,
            "inputmode": "decimal",
            "value": "25.00",
            "unit": "USD",
            "help": "Rounds of this kind cost USD 3.70 on average.",
        },
        {
            "name": "centre",
            "label": "Cost centre",
            "kind": "select",
            "options": [("4210", "4210 Accounts payable"), ("4220", "4220 Treasury")],
            "value": "4210",
        },
        {"name": "until", "label": "Valid until", "kind": "date", "value": "2026-09-30"},
        {"name": "fresh", "label": "A fresh agent each round", "kind": "checkbox", "checked": True},
    ],
    "delegation": Delegation({"to": "dee", "until": "soon"}, label_suffix=""),
    "changes": [{"term": "Objective", "old": OLD, "new": NEW}],
    "unchanged": "budget, rounds, model",
    "card": {
        "void_since": "5 Sep 2026, 08:00 UTC",
        "signatures": [
            {
                "name": "Ingrid Halvorsen",
                "act": "asked",
                "asker": True,
                "lines": ["Accounts payable lead, requester"],
            },
            {
                "name": "Tomás Herrera",
                "act": "signed",
                "void": True,
                "lines": ["Financial controller", "revoked 5 Sep 2026, 08:00 UTC"],
            },
            {
                "name": "Mariam Okafor or Lukas Meyer",
                "act": "not signed yet",
                "missing": True,
                "lines": ["due today, 12:00 UTC"],
            },
        ],
    },
    "closed_place": {
        "may": False,
        "why": "You asked for this goal, so you cannot sign it.",
        "who": "Tomás Herrera or Mariam Okafor can.",
    },
    "over_budget": BudgetFigures(
        tokens_spent=1_204_300,
        tokens_committed=0,
        tokens_budget=1_000_000,
        usd_spent=D("14.82"),
        usd_committed=D(0),
        usd_budget=D("13.62"),
        rounds=tuple(RoundSpend(str(n), 301_075, D("3.705")) for n in range(1, 5)),
    ),
    "no_cap": BudgetFigures(400_000, 100_000, 1_000_000, D("4.10"), D("1.00")),
    "two_lines": line_chart(
        (
            Series("meridian-large", _shares("61", "63", "", "66", "70", "72")),
            Series("meridian-small", _shares("40", "38", "35", "31", "30", "28")),
        ),
        label="The cached share of meridian-large rose from 61 to 72%; that of meridian-small fell from 40 to 28%.",
        places=0,
    ),
    "bar": Bar(3, 1, 10),
    "empty": {
        "text": "Nothing waits for you.",
        "support": "The last item was answered on 9 Sep at 16:31.",
        "button": {"text": "What others are on", "href": "/goals/", "kind": "quiet"},
    },
    "pager": {
        "shown": "50 of more entries",
        "first_href": "?",
        "newer_href": "?after=1",
        "older_href": "?before=9",
        "export_href": "?export=csv",
    },
}

CONFIRM_CONTEXT = {
    "current": "budgets",
    "person": VIEWER,
    "messages": [
        Said("Saved. Nothing was spent."),
        Said("The mail server did not answer; the notice waits.", "warning"),
    ],
    "confirm": {
        "title": "Freeze 4210 Accounts payable",
        "crumbs": [{"text": "Budgets", "href": "/budgets/"}, {"text": "4210 Accounts payable"}],
        "will": [
            "Three running rounds end before their next step.",
            "No goal of 4210 may start a round until a named person lifts the freeze.",
        ],
        "will_not": ["Nothing that was spent or signed changes."],
        "action": "/freezes/",
        "hidden": {"centre": "4210"},
        "verb": "Freeze 4210",
        "reason_label": "Reason, kept in the record",
        "reason_error": "A reason of at least 10 characters.",
        "back_href": "/budgets/4210/",
        "recorded": "Recorded as Mariam Okafor, Finance director.",
    },
}
