"""From a name in an address to the row, if the caller may see it; otherwise it is not there.

What somebody asked about is noted on the call even if they may not see it, so that the record can tell.
"""

from __future__ import annotations

from goals import values
from goals.models import Claim, Execution, Goal, HumanInput, Proposal, Session, ToolCall
from governance.joined import Joined
from governance.models import Account, Authorisation, Escalation, Request
from governance.web.api.operation import Call
from governance.web.api.paths import describe, missing, number, referred

__all__ = [
    "authorisation", "claim", "escalation", "execution", "goal", "message", "missing", "named_goal",
    "number", "request", "round_of",
    "session", "tool_call",
]  # fmt: skip
_ID = "[1-9][0-9]{0,14}"
GOAL_PATTERN = rf"(goal-[0-9a-f-]{{36}}|G-[0-9]{{4,15}}|{_ID})"
describe("goal", GOAL_PATTERN, "Its id (goal-…), its reference (G-0412), or the number of that.")
describe("request_ref", rf"(R-[0-9]{{4,15}}|{_ID})", "Its reference, such as R-0042, or the number of that.")
describe("escalation", rf"(E-[0-9]{{4,15}}|{_ID})", "Its reference, such as E-0007, or the number of that.")
describe("session", rf"(S-[0-9]{{4,15}}|{_ID})", "Its reference, such as S-0003, or the number of that.")
for _name in ("claim", "execution", "message", "proposal", "tool_call"):
    describe(_name, _ID, "Its id.")
describe("round", _ID, "Its number within the goal.")


def named_goal(text: str) -> Goal:
    """The goal of this id or reference, whoever asks. Raises NotFound."""
    goal = _GOAL.by_id(text) if values.is_goal_id(text) else _GOAL.by("account", referred("G", text))
    if goal is None:
        raise missing()
    return goal


_GOAL = Joined(Goal, "account", "session")


def goal(call: Call) -> Goal:
    """The goal that the address names. Raises NotFound."""
    found = named_goal(call.path["goal"])
    require_sight(call, found.account)
    return found


def require_sight(call: Call, account: Account) -> None:
    """Note which account this is about. Raises NotFound unless the caller may see it."""
    call.about = account
    if call.sight.everything:
        return
    if not call.sight.accounts().filter(pk=account.pk).exists():
        raise missing()


def request(call: Call) -> Request:
    """The request that the address names."""
    wanted = referred("R", call.path["request_ref"])
    found = Request.objects.select_related("account", "requester").filter(pk=wanted).first()
    if found is None:
        raise missing()
    call.about = found.account
    if not call.sight.requests().filter(pk=wanted).exists():
        raise missing()
    return found


def escalation(call: Call) -> Escalation:
    """The question that the address names."""
    wanted = referred("E", call.path["escalation"])
    found = Escalation.objects.select_related("account").filter(pk=wanted).first()
    if found is None:
        raise missing()
    call.about = found.account
    if not call.sight.escalations().filter(pk=wanted).exists():
        raise missing()
    return found


def authorisation(call: Call) -> Authorisation:
    """The authorisation that the address names, with its account."""
    rows = Authorisation.objects.select_related("account", "request")
    found = rows.filter(pk=number(call.path["authorisation"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.account)
    return found


def claim(call: Call) -> Claim:
    """The claim of completion that the address names."""
    found = Claim.objects.select_related("goal__account").filter(pk=number(call.path["claim"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.goal.account)
    return found


def execution(call: Call) -> Execution:
    """The round or human turn that the address names."""
    rows = Execution.objects.select_related("goal__account", "hold", "writer")
    found = rows.filter(pk=number(call.path["execution"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.goal.account)
    return found


def round_of(goal: Goal, text: str) -> Execution:
    """Round `text` of this goal."""
    rows = goal.executions.select_related("goal__account", "hold", "writer")
    found = rows.filter(number=number(text)).first()
    if found is None:
        raise missing()
    return found


def session(call: Call) -> Session:
    """The session that the address names: one's own, or one of a goal that the caller may see."""
    wanted = referred("S", call.path["session"])
    found = Session.objects.select_related("owner", "cost_centre", "parent").filter(pk=wanted).first()
    if found is None:
        raise missing()
    latest = found.goals.select_related("account").order_by("-account_id").first()
    call.about = latest.account if latest else None
    if call.sight.everything or (call.sight.anything and found.owner_id == call.person.pk):
        return found
    if not found.goals.filter(account__in=call.sight.accounts()).exists():
        raise missing()
    return found


def message(call: Call) -> HumanInput:
    """What a person wrote, by its id."""
    rows = HumanInput.objects.select_related("goal__account", "writer", "body")
    found = rows.filter(pk=number(call.path["message"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.goal.account)
    return found


def tool_call(call: Call) -> ToolCall:
    """One call of a tool, by its id."""
    rows = ToolCall.objects.select_related("arguments", "result", "step__turn__execution__goal__account")
    found = rows.filter(pk=number(call.path["tool_call"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.step.turn.execution.goal.account)
    return found


def proposal(call: Call) -> Proposal:
    """What a model proposed, by its id."""
    rows = Proposal.objects.select_related("goal__account", "decided_by")
    found = rows.filter(pk=number(call.path["proposal"])).first()
    if found is None:
        raise missing()
    require_sight(call, found.goal.account)
    return found
