"""Every page that reads: its address, and who sees it. Whoever does not is told in these words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PEOPLE = ("ada", "ben", "cy", "dee", "olu", "aud", "eve")
"""Controller, requester and owner, two approvers, operator, auditor, somebody without a role."""
ALL = frozenset(PEOPLE)
ROLED = ALL - {"eve"}
EVERYTHING = ROLED - {"ben"}
REVIEWERS = frozenset({"ada", "aud"})
CONTROL = frozenset({"ada"})


@dataclass(frozen=True, slots=True)
class Page:
    """`address` is filled in from the ground. Who is not in `sees` gets `status` and `words`."""

    address: str
    sees: frozenset[str]
    status: int = 200
    words: str = ""
    but: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def refusal(self, who: str) -> tuple[int, str]:
        return self.but.get(who, (self.status, self.words))


NOT_THERE = "There is no such thing, or it is not yours to see."
NO_GOAL = (404, NOT_THERE)
LENT = (403, "Dee Okafor, who gave it, or a controller ends this delegation.")
ABOUT_ALL = (403, "is about everybody, and")
REPORT = (403, "has no role, and reports are shown to people who have one.")
GOAL, STEP = "/goals/{account}/", "/goals/{account}/executions/{execution}/steps/{turn}.{step}/"


def _of_goal(rest: str = "") -> Page:
    return Page(f"{GOAL}{rest}", ROLED, *NO_GOAL)


def _asking(address: str, what: str) -> Page:
    return Page(address, CONTROL, 403, f"may not {what}: that needs the role controller")


PAGES: dict[str, Page] = {
    "home": Page("/", ALL),
    "inbox": Page("/inbox/", ALL),
    "notifications": Page("/me/notifications/", ALL),
    "standing-in": Page("/me/standing-in/", ALL),
    "delegation-end": Page(
        "/me/standing-in/{lent}/end/", frozenset({"dee", "ada"}), 404, NOT_THERE, {"olu": LENT, "aud": LENT}
    ),
    "access": Page("/people/", REVIEWERS, 403, "The access review is for controllers"),
    "person": Page("/people/{person}/", REVIEWERS | {"cy"}, *NO_GOAL),
    "person-deactivate": _asking("/people/{person}/deactivate/", "deactivate somebody"),
    "grant-end": _asking("/people/grants/{grant}/end/", "take a role away"),
    "goals": Page("/goals/", ALL),
    "goal": _of_goal(),
    "goal-live": _of_goal("live/"),
    "goal-record": _of_goal("record/"),
    "goal-entry": _of_goal("record/1/"),
    "goal-statement": _of_goal("statement/"),
    "goal-admission": _of_goal("admission/"),
    "goal-change": _of_goal("change/"),
    "goal-completion": _of_goal("completion/"),
    "goal-round": _of_goal("rounds/1/"),
    "goal-turn": _of_goal("turns/{human}/"),
    "goal-step": Page(STEP, ROLED, *NO_GOAL),
    "goal-body": Page(f"{STEP}tools/{{call}}/given/", ROLED, *NO_GOAL),
    "goal-session": _of_goal("session/"),
    "goal-said": _of_goal("session/{said}/"),
    "goal-run": Page("/goals/{active}/runs/1/", ROLED, *NO_GOAL),
    "goal-act": Page(
        "/goals/{active}/pause/", ROLED - {"aud"}, *NO_GOAL, {"aud": (403, "so you cannot pause it")}
    ),
    "requests": Page("/requests/", ALL),
    "request": Page("/requests/{asked}/", ROLED, *NO_GOAL),
    "request-new": Page("/requests/new/", ALL),
    "request-change": Page("/requests/{asked}/change/", ROLED, *NO_GOAL),
    "request-role": Page("/requests/new/role/", ALL),
    "request-policy": Page("/requests/new/policy/", ALL),
    "escalations": Page("/escalations/", ALL),
    "escalation": Page("/escalations/{stopped}/", ROLED, *NO_GOAL),
    "rearm": Page("/goals/rearm/", ALL),
    "freezes": Page("/freezes/", ALL),
    "freeze-place": Page("/freezes/place/service/", ROLED, *NO_GOAL),
    "freeze-lift": Page("/freezes/{freeze}/lift/", ROLED, *NO_GOAL),
    "budgets": Page("/budgets/", ROLED, 403, "budgets are shown to people who have one"),
    "cost-centre": Page(
        "/budgets/cost-centres/4210/", ROLED, 403, "budgets are shown to people who have one"
    ),
    "envelope-ask": _asking("/budgets/ask/", "ask for an envelope"),
    "cost-centre-open": _asking("/budgets/open/", "open a cost centre"),
    "period-close": _asking("/budgets/periods/{period}/close/", "close a period"),
    "cost-centre-suspend": _asking("/budgets/cost-centres/4210/suspend/", "suspend a cost centre"),
    "cost-centre-restore": _asking("/budgets/cost-centres/4210/restore/", "restore a cost centre"),
    "prices": Page("/prices/", ROLED, 403, "shown to people who have one"),
    "price-ask": _asking("/prices/ask/", "ask for a price"),
    "reports": Page("/reports/", ROLED, *REPORT),
    "report-spend": Page("/reports/spend/", ROLED, *REPORT),
    "report-forecast": Page("/reports/forecast/", ROLED, *REPORT),
    "report-refusals": Page("/reports/refusals/", ROLED, *REPORT),
    "report-duties": Page("/reports/duties/", EVERYTHING, *REPORT, {"ben": ABOUT_ALL}),
    "report-convergence": Page("/reports/convergence/", ROLED, *REPORT),
    "reconciliation": Page("/reports/reconciliation/", EVERYTHING, *ABOUT_ALL),
    "month-end": Page("/reports/month-end/", EVERYTHING, *ABOUT_ALL),
    "focus-csv": Page("/reports/focus.csv", ROLED, *REPORT),
    "trail-jsonl": Page("/reports/trail.jsonl", ALL),
    "correction-ask": _asking("/reports/corrections/ask/?attempt={attempt}", "ask for a correction"),
    "audit": Page("/audit/", ALL),
    "audit-raw": Page("/audit/{event}/raw/", ROLED, *NO_GOAL),
    "audit-export": Page("/audit/export.csv", ALL),
    "audit-export-xlsx": Page("/audit/export.xlsx", ALL),
}
OPEN_TO_STRANGERS = frozenset({"health", "login", "logout", "demo-login", "theme"})
