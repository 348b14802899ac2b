"""One goal that was worked on, one that is active, and everything around them that a page or an act can be about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from goals.models import Armed, Attempt, ToolCall
from goals.terms import read_terms
from governance import authorisations, clock, cost_centres, freezes, saved_views
from governance.enums import ChannelKind, NoticeState
from governance.models import Channel, CostCentre, Escalation, Event, Notice, RoleGrant, SavedView
from governance.people import delegations
from ralph_runs.models import RalphRun
from tests.api.world import World, waiting_message, worked
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.governance.questions import put


@dataclass(frozen=True, slots=True)
class Ground:
    """Rows by what addresses and forms call them."""

    cast: Cast
    world: World
    names: dict[str, Any]


@contextmanager
def prepared(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Ground]:
    """The finished goal is `account`, the active one `active`; Dee lends her signature to Olu."""
    with worked(cast, settings, tmp_path) as world:
        yield Ground(cast, world, _names(cast, world))


def _names(cast: Cast, world: World) -> dict[str, Any]:
    now = clock.now()
    active = signed_goal(cast, budget_money=None, objective="The active one")
    stopped = put(
        signed_goal(cast, budget_money=None, objective="The stopped one").account, cause="round-limit"
    )
    idle = signed_goal(cast, budget_money=None, objective="The forgotten one")
    Armed.objects.filter(goal=idle).delete()
    expired = put(idle.account, cause="round-limit")
    Escalation.objects.filter(pk=expired.pk).update(status="expired")
    call = (
        ToolCall.objects.filter(step__turn__execution__goal=world.goal)
        .select_related("step__turn")
        .latest("pk")
    )
    human = world.goal.executions.filter(kind="human").latest("pk")
    centre = CostCentre.objects.create(code="4777", name="Frozen place")
    placed = freezes.freeze(acting=cast.acting(cast.olu), reason="A look.", cost_centre=centre)
    lent = delegations.delegate(
        acting=cast.acting(cast.dee), receiver=cast.olu, ends_at=now + timedelta(days=3), reason="Away."
    )
    saved_views.keep(cast.aud, "audit", name="Mine", query="?did=all")
    channel = Channel.objects.create(
        person=cast.aud, kind=ChannelKind.MAIL, address="aud@example.org", kinds="", created_at=now
    )
    heard = world.goal.session.events.exclude(body=None).latest("seq")
    RalphRun.objects.create(
        goal=active, number=1, opened_for="start", objective_digest="0" * 64, opened_at=now,
    )  # fmt: skip
    notice = Notice.objects.filter(person=cast.cy).latest("pk")
    Notice.objects.filter(pk=notice.pk).update(state=NoticeState.FAILED)
    cost_centres.suspend(
        acting=cast.acting(cast.ada), cost_centre_id=CostCentre.objects.get(code="4999").pk, reason="A look."
    )
    terms = read_terms(active.account.terms.text)
    pending, spent = world.pending, Attempt.objects.filter(execution__goal=world.goal).latest("pk")
    event = Event.objects.filter(account=world.goal.account).latest("pk")
    return {
        "account": world.goal.ref, "active": active.account.ref, "idle": f"{idle.pk}@{idle.revision}",
        "asked": pending.ref, "page_digest": authorisations.page_digest(pending), "stopped": stopped.ref,
        "expired": expired.ref,
        "claim": Escalation.objects.filter(cause="completion-claimed").latest("pk").ref,
        "execution": call.step.turn.execution_id, "turn": call.step.turn.number, "step": call.step.number,
        "early": "2020-01", "round_seconds": terms.round_seconds, "model": terms.models[0],
        "notice": notice.pk, "said": heard.seq, "call": call.number, "human": human.pk, "event": event.pk,
        "period": clock.period_of(now), "freeze": placed.pk, "person": cast.cy.pk, "eve": cast.eve.pk,
        "dee": cast.dee.pk, "grant": RoleGrant.objects.get(person=cast.dee).pk, "lent": lent.pk,
        "message": waiting_message(cast, active).pk, "proposal": world.proposal.pk, "base": active.account.terms.digest,
        "until": (now + timedelta(days=3)).strftime("%Y-%m-%d"), "channel": channel.pk,
        "view": SavedView.objects.get().pk, "attempt": str(spent.pk),
    }  # fmt: skip
