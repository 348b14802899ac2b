"""Which pages there are: what each is called, where it is on these books, and who looks at it."""

from __future__ import annotations

from dataclasses import dataclass

from goals.models import Execution, Goal, Step
from governance import clock
from governance.models import Delegation, Escalation, Event, Person, Request, RoleGrant
from ralph_runs.models import RalphRun
from tests.pages.pictures.hands import Hands


@dataclass(frozen=True, slots=True)
class Page:
    """`names`: the URL names it stands for. `person` "": nobody logged in. A variant is another state of a page."""

    name: str
    path: str
    names: tuple[str, ...] = ()
    person: str = "mariam"
    status: int = 200
    variant: bool = False


def listed(hands: Hands) -> list[Page]:
    """Every page of the service, the most looked at first."""
    return [*_desk(hands), *_goals(hands), *_books(), *_reports(), *_others()]


def ref(goal: Goal) -> str:
    return f"/goals/{goal.account.ref}"


def _question(hands: Hands, name: str, cause: str) -> str:
    asked = Escalation.objects.filter(account=hands.goals[name].account_id, cause=cause).latest("pk")
    return f"/escalations/{asked.ref}/"


def _request(**which: object) -> str:
    return f"/requests/{Request.objects.filter(**which).latest('pk').ref}/"


def _desk(hands: Hands) -> list[Page]:
    raised = _request(account=hands.goals["raise"].account_id, kind="terms")
    return [
        Page("inbox", "/inbox/", ("inbox", "home")),
        Page("inbox-empty", "/inbox/", person="aoife", variant=True),
        Page("decide", raised, ("request", "request-decide")),
        Page("decide-new", _request(title__startswith="Rebuild"), variant=True),
        Page(
            "decide-own",
            _request(title__startswith="Rebuild"),
            ("request-withdraw",),
            person="ingrid",
            variant=True,
        ),
        Page("decide-price", _request(kind="price"), variant=True),
        Page("decide-role", _request(kind="role"), variant=True),
        Page("decide-correction", _request(kind="correction"), variant=True),
        Page("requests", "/requests/", ("requests",)),
        Page("ask", "/requests/new/", ("request-new", "request-check"), person="priya"),
        Page(
            "ask-again",
            _request(title__startswith="Sort the shared") + "change/",
            ("request-change",),
            "ingrid",
        ),
        Page("ask-role", "/requests/new/role/", ("request-role",), person="tomas"),
        Page("ask-policy", "/requests/new/policy/", ("request-policy",), person="tomas"),
        Page("escalations", "/escalations/", ("escalations",)),
        Page(
            "escalation", _question(hands, "stopped", "repeated-blocker"), ("escalation", "escalation-answer")
        ),
        Page("escalation-uncertain", _question(hands, "uncertain", "uncertain"), variant=True),
        Page("escalation-claim", _question(hands, "claimed", "completion-claimed"), variant=True),
        Page("rearm", "/goals/rearm/", ("rearm",), person="ingrid"),
        Page("freezes", "/freezes/", ("freezes",), person="weilin"),
        Page("freeze", "/freezes/place/service/", ("freeze-place",), person="weilin"),
    ]


def _goals(hands: Hands) -> list[Page]:
    goal = hands.goals["running"]
    here = ref(goal)
    step = (
        Step.objects.filter(turn__execution__goal=goal, number=2)
        .select_related("turn__execution")
        .latest("pk")
    )
    run = RalphRun.objects.filter(goal=hands.goals["stopped"]).latest("number")
    talked = hands.goals["talked"]
    said = Execution.objects.filter(goal=talked, number=None).latest("pk")
    return [
        Page("goals", "/goals/", ("goals",)),
        Page("goal", f"{here}/", ("goal", "goal-live")),
        Page("goal-stopped", f"{ref(hands.goals['stopped'])}/", variant=True),
        Page("goal-claimed", f"{ref(hands.goals['claimed'])}/", variant=True),
        Page("goal-uncertain", f"{ref(hands.goals['uncertain'])}/", variant=True),
        Page("goal-over", f"{ref(hands.goals['lowered'])}/", variant=True),
        Page("goal-overrun", f"{ref(hands.goals['overrun'])}/", variant=True),
        Page("goal-money", f"{ref(hands.goals['raise'])}/", person="priya", variant=True),
        Page("goal-paused", f"{ref(hands.goals['paused'])}/", person="ingrid", variant=True),
        Page("goal-closed", f"{ref(hands.goals['closed'])}/", variant=True),
        Page("goal-done", f"{ref(hands.goals['done'])}/", variant=True),
        Page("round", f"{here}/rounds/4/", ("goal-round",)),
        Page("turn", f"{ref(talked)}/turns/{said.pk}/", ("goal-turn",)),
        Page("step", f"{here}/executions/{step.turn.execution_id}/steps/{step.turn.number}.{step.number}/",
             ("goal-step", "goal-body")),
        Page("run", f"{ref(hands.goals['stopped'])}/runs/{run.number}/", ("goal-run",)),
        Page("session", f"{ref(hands.goals['talked'])}/session/", ("goal-session", "goal-write", "goal-withdraw",
             "goal-proposal", "goal-command", "goal-said"), person="ingrid"),
        Page("statement", f"{here}/statement/", ("goal-statement",)),
        Page("statement-done", f"{ref(hands.goals['done'])}/statement/", variant=True),
        Page("record", f"{here}/record/?entry=3", ("goal-record",)),
        Page("entry", f"{here}/record/3/", ("goal-entry",)),
        Page("change", f"{here}/change/", ("goal-change",), person="ingrid"),
        Page("completion", f"{ref(hands.goals['claimed'])}/completion/", ("goal-completion",)),
        Page("admission", f"{here}/admission/", ("goal-admission",)),
        Page("close", f"{here}/close/", ("goal-act",), person="ingrid"),
    ]  # fmt: skip


def _books() -> list[Page]:
    period = clock.period_of(clock.now())
    return [
        Page("budgets", "/budgets/", ("budgets",), person="tomas"),
        Page("cost-centre", "/budgets/cost-centres/4210/", ("cost-centre",), person="tomas"),
        Page(
            "suspend",
            "/budgets/cost-centres/4400/suspend/",
            ("cost-centre-suspend",),
            person="tomas",
            variant=True,
        ),
        Page("open-cost-centre", "/budgets/open/", ("cost-centre-open",), person="tomas"),
        Page("ask-envelope", "/budgets/ask/", ("envelope-ask",), person="tomas"),
        Page("period-close", f"/budgets/periods/{period}/close/", ("period-close",), person="tomas"),
        Page("prices", "/prices/", ("prices",), person="tomas"),
        Page("ask-price", "/prices/ask/", ("price-ask",), person="tomas"),
    ]


def _reports() -> list[Page]:
    return [
        Page("reports", "/reports/", ("reports",), person="tomas"),
        Page("spend", "/reports/spend/", ("report-spend",), person="tomas"),
        Page("forecast", "/reports/forecast/", ("report-forecast",), person="tomas"),
        Page("convergence", "/reports/convergence/", ("report-convergence",), person="tomas"),
        Page("refusals", "/reports/refusals/", ("report-refusals",), person="tomas"),
        Page("duties", "/reports/duties/", ("report-duties",), person="tomas"),
        Page("reconciliation", "/reports/reconciliation/", ("reconciliation",), person="tomas"),
        Page("month-end", "/reports/month-end/", ("month-end",), person="tomas"),
        Page("correction", "/reports/corrections/ask/", ("correction-ask",), person="tomas"),
    ]


def _others() -> list[Page]:
    event = Event.objects.latest("pk")
    priya = Person.objects.get(username="priya")
    grant = RoleGrant.objects.filter(person=priya).latest("pk")
    lent = Delegation.objects.latest("pk")
    return [
        Page("audit", "/audit/", ("audit",), person="aoife"),
        Page("entry-raw", f"/audit/{event.pk}/raw/", ("audit-raw",), person="aoife", variant=True),
        Page("people", "/people/", ("access",), person="aoife"),
        Page("person", f"/people/{priya.pk}/", ("person",), person="tomas"),
        Page(
            "deactivate",
            f"/people/{priya.pk}/deactivate/",
            ("person-deactivate",),
            person="tomas",
            variant=True,
        ),
        Page("end-role", f"/people/grants/{grant.pk}/end/", ("grant-end",), person="tomas", variant=True),
        Page("standing-in", "/me/standing-in/", ("standing-in", "delegate", "away", "back")),
        Page("end-delegation", f"/me/standing-in/{lent.pk}/end/", ("delegation-end",), variant=True),
        Page("notices", "/me/notifications/", ("notifications",)),
        Page("login", "/login/", ("login",), person=""),
        Page("missing", "/goals/G-9999/", status=404),
        Page("refused", "/admin/governance/event/", person="priya", status=403),
        Page("admin", "/admin/", person="aoife"),
        Page("admin-events", "/admin/governance/event/", person="aoife"),
        Page("admin-event", f"/admin/governance/event/{event.pk}/change/", person="aoife", variant=True),
    ]
