"""Reads a goal and everything its pages say about it, in a constant number of queries. Changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Q

from goals.enums import Phase
from goals.gate.asking import gather
from goals.gate.facts import Facts as GateFacts
from goals.gate.judgement import judge
from goals.models import Claim, Execution, Goal, GoalTotals, HumanInput
from goals.web.facts import Act, Claimed, Facts, Live, Question, Who
from governance import clock
from governance.enums import EscalationStatus, OutboxStatus, OutboxTopic, PersonKind, Role
from governance.errors import NotFound
from governance.models import Escalation, Event, Outbox
from governance.people import roles
from governance.web.viewer import Viewer

UNTAKEN = timedelta(seconds=60)
RESTING = ("goal.paused", "goal.closed")
_ROW = (
    "account__owner", "account__cost_centre", "account__terms", "account__authorisation__request__requester",
    "account__authorisation__ended_by", "session", "totals",
)  # fmt: skip


def goal_for(viewer: Viewer, account_id: int) -> Goal:
    """The goal of this account with what stands beside it. Raises NotFound for what the viewer may not see."""
    rows = Goal.objects.select_related(*_ROW).filter(account_id=account_id)
    if not viewer.sight.everything:
        rows = rows.filter(account__in=viewer.sight.accounts())
    found = rows.first()
    if found is None:
        raise NotFound("There is no such goal, or it is not yours to see.")
    return found


def totals_of(goal: Goal) -> GoalTotals:
    """The goal's counters; all zero for a goal that never called a model."""
    known = getattr(goal, "totals", None)
    return known if isinstance(known, GoalTotals) else GoalTotals(goal=goal)


def facts_of(goal: Goal) -> Facts:
    """Everything the sentences of a page are made of."""
    now, account = clock.now(), goal.account
    gate = gather(goal, kind="round")
    authorisation = account.authorisation
    assert authorisation is not None
    return Facts(
        now=now, ref=account.ref, phase=goal.phase, cleared=goal.cleared, blocked_code=goal.blocked_code,
        blocked_message=goal.blocked_message, rounds_started=goal.rounds_started, max_rounds=goal.max_rounds,
        armed=gate.live_epoch is not None and gate.armed_epoch == gate.live_epoch,
        driver_live=gate.live_epoch is not None, lapsed=gate.lapsed, frozen_by=gate.frozen_by,
        frozen_reason=gate.frozen_reason, currency=account.currency,
        available_tokens=account.available_tokens, available_money=account.available_money,
        valid_until=authorisation.valid_until, answer=judge(gate), after=judge(_once_nothing_runs(gate)),
        who=_who(goal, now), live=_live(goal) if gate.live_execution else None,
        waiting=_waiting(goal) if gate.human_waiting else (), questions=_questions(goal),
        claim=_claim(goal) if _was_claimed(goal) else None,
        rest=_rest(goal) if goal.cleared or goal.phase == Phase.PAUSED else None,
        cost_centre=account.cost_centre.code,
        untaken_since=None if gate.live_execution or goal.phase != Phase.ACTIVE else _untaken(goal, now),
    )  # fmt: skip


def _untaken(goal: Goal, now: datetime) -> datetime | None:
    """When the oldest reservation was made that no worker has taken for a minute."""
    late = Outbox.objects.filter(
        account=goal.account_id, status=OutboxStatus.WAITING, topic__in=(OutboxTopic.ROUND, OutboxTopic.HUMAN),
        created_at__lt=now - UNTAKEN,
    )  # fmt: skip
    return late.order_by("created_at").values_list("created_at", flat=True).first()


def _once_nothing_runs(gate: GateFacts) -> GateFacts:
    """The same facts when what runs has given back all it does not use: at the least, nothing more is spent."""
    return replace(gate, live_execution="", live_state="", human_waiting=0)


def _was_claimed(goal: Goal) -> bool:
    return goal.phase == Phase.COMPLETE or goal.blocked_code == "completion-rejected" or goal.cleared


def _who(goal: Goal, now: datetime) -> Who:
    account, signed = goal.account, goal.account.authorisation
    wanted = (Role.OPERATOR, Role.APPROVER, Role.CONTROLLER)
    granted = roles.grants(now).filter(role__in=wanted, person__kind=PersonKind.PERSON)
    names: dict[str, list[str]] = {role.value: [] for role in wanted}
    for grant in granted.select_related("person").order_by("limit_tokens", "valid_from", "pk"):
        limits = roles.limits_of(grant)
        covers = limits is None or limits.cover(
            tokens=account.budget_tokens, money=account.budget_money, currency=account.currency
        )
        if covers and not (grant.role == Role.APPROVER and grant.person_id == account.owner_id):
            names[grant.role].append(str(grant.person))
    return Who(
        owner=str(account.owner), operators=tuple(names[Role.OPERATOR]), approvers=tuple(names[Role.APPROVER]),
        controllers=tuple(names[Role.CONTROLLER]), signatures=signed.request.signatures_needed if signed else 1,
    )  # fmt: skip


def _live(goal: Goal) -> Live | None:
    running = Execution.objects.filter(goal=goal, state__in=Execution.LIVE).select_related("hold", "writer")
    one = running.first()
    if one is None:
        return None
    return Live(
        number=one.number, writer=str(one.writer or ""), uncertain=one.state == Execution.State.UNCERTAIN,
        step=one.steps, tokens=one.tokens, money=one.money,
        held_tokens=one.hold.left_tokens if one.state == Execution.State.UNCERTAIN else one.hold.tokens,
        held_money=one.hold.left_money if one.state == Execution.State.UNCERTAIN else one.hold.money,
        started_at=one.started_at, deadline=one.deadline,
    )  # fmt: skip


def _waiting(goal: Goal) -> tuple[str, ...]:
    waiting = HumanInput.objects.filter(goal=goal, status=HumanInput.Status.WAITING).select_related("writer")
    return tuple(str(one.writer) for one in waiting.order_by("pk")[:20])


def _questions(goal: Goal) -> tuple[Question, ...]:
    rows = Escalation.objects.filter(account=goal.account_id, status=EscalationStatus.OPEN)
    return tuple(
        Question(
            ref=one.ref, cause=one.cause, sentence=one.sentence, stops=one.stops, asked=str(one.assigned_to or ""),
            asked_id=one.assigned_to_id, due_at=one.due_at, opened_at=one.opened_at,
        )
        for one in rows.select_related("assigned_to").order_by("-pk")[:10]
    )  # fmt: skip


def _claim(goal: Goal) -> Claimed | None:
    one = Claim.objects.filter(goal=goal).select_related("decided_by").order_by("-pk").first()
    if one is None:
        return None
    return Claimed(
        claimant=one.claimant, by_id=one.claimed_by_id, evidence=one.evidence, status=one.status,
        claimed_at=one.claimed_at, decided_by=str(one.decided_by or ""), decided_at=one.decided_at, reason=one.reason,
    )  # fmt: skip


def _rest(goal: Goal) -> Act | None:
    rows = Event.objects.filter(Q(action__in=RESTING), stream=goal.account.stream_name)
    found = rows.order_by("-seq").first()
    if found is None:
        return None
    reason = str(json.loads(found.body).get("facts", {}).get("reason", ""))
    return Act(by=found.actor_name, at=found.at, reason=reason, sentence=found.sentence)
