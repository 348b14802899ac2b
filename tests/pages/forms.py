"""The forms of the service as one table: who fills in what where, what they press, and what the page says then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from goals import operations, stops, store
from goals.models import Goal
from governance import clock, escalations
from governance.actors import COUNTERSIGN
from governance.models import Envelope, Request
from governance.transactions import outermost
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal

Make = Callable[[Cast], str]
NEXT_WEEK = f"{clock.now() + timedelta(days=7):%Y-%m-%d}"


@dataclass(frozen=True, slots=True)
class Form:
    """`make` brings the situation about and gives the address. `fill` is by field name; a None is a tick."""

    name: str
    who: str
    make: Make
    press: str
    says: str
    fill: dict[str, str | None] = field(default_factory=dict)


def at(path: str) -> Make:
    """Nothing has to be brought about."""
    return lambda cast: path


def _goal(tail: str = "", **changes: Any) -> Make:
    return lambda cast: f"/goals/{signed_goal(cast, **changes).account.ref}/{tail}"


def _request(cast: Cast) -> str:
    return f"/requests/{asked(cast).ref}/"


def _sent_back(cast: Cast) -> str:
    request = asked(cast)
    Request.objects.filter(pk=request.pk).update(status="sent-back")
    return f"/requests/{request.ref}/change/"


def _paused(cast: Cast) -> str:
    goal = signed_goal(cast)
    operations.pause(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1)
    return f"/goals/{goal.account.ref}/resume/"


def _stopped(cast: Cast) -> str:
    goal = signed_goal(cast)
    with outermost():
        stops.block(
            acting=COUNTERSIGN, goal=store.lock(goal.pk), code="token-budget", message="There is no room."
        )
    found = escalations.open_of(goal.account, cause="token-budget")
    assert found is not None
    return f"/escalations/{found.ref}/"


def _claimed(cast: Cast) -> str:
    goal = signed_goal(cast)
    operations.complete(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1, evidence="All done.")
    return f"/goals/{goal.account.ref}/completion/"


def _disarmed(cast: Cast) -> str:
    assert Goal.objects.filter(pk=signed_goal(cast, armed=False).pk).exists()
    return "/goals/rearm/"


def _envelope(cast: Cast) -> str:
    period = clock.period_of(clock.now())
    Envelope.objects.create(cost_centre=cast.payables, period=period, budget_money=40)
    return f"/budgets/periods/{period}/close/"


WISH = {
    "objective": "Sort the mailbox", "cost_centre": "4210", "budget_money": "9.00", "budget_tokens": "800,000",
    "models": "scripted-1", "reason": "It is due.",
}  # fmt: skip
RATES = {f"{kind}_per_million": "2.00" for kind in ("input", "cached_input", "cache_write", "output")}
WHY: dict[str, str | None] = {"reason": "It is time."}
FORMS = [
    Form("log in", "", at("/login/"), "Log in", "Inbox", {"username": "ben", "password": "ben likes green ledgers"}),
    Form("dark", "ben", at("/goals/"), "Dark", "Goals"),
    Form("log out", "ben", at("/goals/"), "Log out", "You are logged out."),
    Form("ask", "ben", at("/requests/new/"), "Ask", "Nothing is set aside", {**WISH}),
    Form("check", "ben", at("/requests/new/"), "Check", "Two", {**WISH, "budget_money": "90.00"}),
    Form("ask again", "ben", _sent_back, "Ask again", "revision 2", {**WHY}),
    Form("withdraw", "ben", _request, "Withdraw", "Withdrawn", {**WHY}),
    Form("sign", "cy", _request, "Sign", "signed", {**WHY}),
    Form("send back", "cy", _request, "Send back", "Sent back", {**WHY}),
    Form("decline", "cy", _request, "Decline", "Declined", {**WHY}),
    Form("role", "ada", at("/requests/new/role/"), "Ask", "You asked for it as R-",
         {"person": "Eve Marsh", "role": "Auditor", **WHY}),
    Form("policy", "ada", at("/requests/new/policy/"), "Ask", "You asked for it as R-", {**WHY}),
    Form("envelope", "ada", at("/budgets/ask/"), "Ask for the envelope", "You asked Cy Lindholm to sign R-",
         {"period": clock.period_of(clock.now()), "budget_money": "40.00", **WHY}),
    Form("price", "ada", at("/prices/ask/"), "Ask for the price", "You asked Cy Lindholm to sign R-",
         {"model": "new-1", "effective_from": f"{clock.now():%Y-%m-%d}", **RATES, **WHY}),
    Form("open a cost centre", "ada", at("/budgets/open/"), "Open", "4230",
         {"code": "4230", "name": "Tax", **WHY}),
    Form("pause", "ben", _goal(), "Pause", "Paused by Ben Osei"),
    Form("resume", "ben", _paused, "Resume the goal", "Armed", {**WHY}),
    Form("narrow", "ben", _goal("change/"), "Narrow the terms", "300,000", {"budget_tokens": "300,000", **WHY}),
    Form("claim", "ben", _goal("complete/"), "Claim completion", "Completion claimed", {"reason": "All 48 agree."}),
    Form("close", "ben", _goal("close/"), "Close the goal", "Closed by Ben Osei", {**WHY}),
    Form("revoke", "cy", _goal("revoke/"), "Revoke it", "The authorisation is revoked.", {**WHY}),
    Form("write", "ben", _goal("session/"), "Send", "Waits to be said", {"text": "Start with July."}),
    Form("/goal", "ben", _goal("session/"), "Do it", "Reconcile the two ledgers of August", {"command": ""}),
    Form("answer", "cy", _stopped, "Record the answer", "answered “close”", {"answer": "close", **WHY}),
    Form("accept", "cy", _claimed, "Record the answer", "Complete and accepted", {"answer": "accept", **WHY}),
    Form("arm again", "ben", _disarmed, "Arm the chosen goals", "You armed", {"goal": None, **WHY}),
    Form("channel", "ben", at("/me/notifications/"), "Add", "ben@example.org", {"address": "ben@example.org"}),
    Form("goals of a phase", "cy", _goal("../"), "Show", "Only the goals that match", {"phase": "active"}),
    Form("audit of a day", "aud", at("/audit/"), "Show", "Clear filters", {"since": f"{clock.now():%Y-%m-%d}"}),
    Form("delegate", "cy", at("/me/standing-in/"), "Let them sign", "Dee Okafor",
         {"receiver": "Dee Okafor", "ends_at": NEXT_WEEK, **WHY}),
    Form("away", "dee", at("/me/standing-in/"), "I am away", "You are away until", {"until": NEXT_WEEK, **WHY}),
    Form("back", "dee", at("/me/standing-in/"), "I am back", "I am away"),
    Form("deactivate", "ada", lambda cast: f"/people/{cast.eve.pk}/deactivate/", "Deactivate Eve", "Deactivated",
         {**WHY}),
    Form("freeze", "olu", at("/freezes/place/service/"), "Freeze now", "Frozen", {**WHY}),
    Form("close a period", "ada", _envelope, "Close", "closed", {**WHY}),
    Form("suspend", "ada", at("/budgets/cost-centres/4210/suspend/"), "Suspend 4210", "Suspended", {**WHY}),
]  # fmt: skip
