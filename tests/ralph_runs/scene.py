"""A signed Ralph goal, and rounds run as driver and worker run them, with agents that submit what a test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings as django_settings

from goals import activation, approvals, operations, strategies
from goals.agent import loop
from goals.agent.scripted import ScriptedEndpoint
from goals.agent.workspace import Workspace
from goals.agent.workspaces import workspace_of
from goals.approvals.defaults import filled
from goals.gate.answer import Answer
from goals.models import Execution, Goal
from goals.rounds import claiming, reservations, settlement
from goals.rounds.leases import Lease
from goals.terms import parse, read_terms
from governance import authorisations, clock, escalations
from governance.actors import COUNTERSIGN
from governance.models import Escalation, Person, Request
from ralph_runs.models import Decision, RalphRun, RunRound
from tests.cast import Cast
from tests.ralph_runs.reports import governed

OBJECTIVE = "Collect all supplier statements into one table"
DRIVER = "the driver of this scene"


@dataclass(slots=True)
class Scene:
    """Ben's goal, signed by Cy, armed under a live driver; `endpoint` plays the model."""

    cast: Cast
    goal: Goal
    endpoint: ScriptedEndpoint
    floors: list[int] = field(default_factory=list)

    def _floor(self) -> int:
        """What the gate wants to be available for the next round's first request."""
        goal = self.fresh()
        assert goal.account.terms is not None
        return strategies.get(goal.strategy).floor_tokens(goal, read_terms(goal.account.terms.text))

    @property
    def workspace(self) -> Workspace:
        return workspace_of(self.goal.pk)

    @property
    def runs(self) -> list[RalphRun]:
        return list(RalphRun.objects.filter(goal=self.goal).order_by("number"))

    @property
    def decisions(self) -> list[Decision]:
        return list(Decision.objects.filter(run__goal=self.goal).order_by("execution_id"))

    @property
    def questions(self) -> list[Escalation]:
        return list(Escalation.objects.filter(account=self.goal.account_id).order_by("pk"))

    @property
    def open_causes(self) -> list[str]:
        return [question.cause for question in self.questions if question.status == "open"]

    def evidence(self, question: Escalation) -> Any:
        return json.loads(question.evidence_text)

    def fresh(self) -> Goal:
        self.goal = Goal.objects.select_related("account", "session").get(pk=self.goal.pk)
        return self.goal

    def row(self, number: int) -> RunRound:
        return RunRound.objects.select_related("run", "execution").get(
            execution__goal=self.goal, execution__number=number
        )

    def reserve(self) -> tuple[Any, Answer]:
        self.floors.append(self._floor())
        return reservations.reserve(acting=COUNTERSIGN, goal_id=self.goal.pk)

    def admit(self) -> Lease:
        row, answer = self.reserve()
        assert row is not None, answer
        lease = claiming.claim(row.pk)
        assert lease is not None
        return lease

    def plan(self, report: Any, **more: Any) -> None:
        """The next call is answered by submitting this: a value, or text that goes out as it is."""
        if isinstance(report, str):
            self.endpoint.plan(raw_chunks=_submitting(report), **more)
        else:
            self.endpoint.plan(tool_calls=[{"name": "submit_report", "arguments": report}], **more)

    def drive(self, lease: Lease) -> Execution:
        return settlement.settle(lease, loop.drive(lease))

    def drive_and(self, lease: Lease, act: Callable[[], None]) -> Execution:
        """Something happens after the agent has ended its round and before the round is settled."""
        ending = loop.drive(lease)
        act()
        return settlement.settle(lease, ending)

    def round(self, report: Any = None) -> Execution:
        """One round from its reservation to its settlement; without a report, as the script decides."""
        if report is not None:
            self.plan(report)
        return self.drive(self.admit())

    def blocked_by(self, *blockers: str) -> list[Execution]:
        """One round each that goes on and names one blocker."""
        return [self.round(governed("continue", blocker)) for blocker in blockers]

    def pause(self) -> None:
        goal = self.fresh()
        operations.pause(acting=self.cast.acting(self.cast.ben), goal_id=goal.pk, revision=goal.revision)

    def resume(self, person: Person | None = None, reason: str = "") -> None:
        goal, by = self.fresh(), self.cast.acting(person or self.cast.ben)
        operations.resume(acting=by, goal_id=goal.pk, revision=goal.revision, reason=reason)

    def answer(
        self, cause: str, answer: str, reason: str, *, by: Person | None = None, **data: Any
    ) -> Escalation:
        """Cy, unless somebody else is named, answers the open question of this cause."""
        question = escalations.open_of(self.fresh().account, cause=cause)
        assert question is not None, self.open_causes
        return escalations.answer(
            acting=self.cast.acting(by or self.cast.cy), escalation_id=question.pk, answer=answer, reason=reason,
            data=data,
        )  # fmt: skip

    def close(self, reason: str) -> None:
        goal = self.fresh()
        operations.clear(
            acting=self.cast.acting(self.cast.ben), goal_id=goal.pk, revision=goal.revision, reason=reason
        )

    def opening(self, number: int) -> str:
        """The message that a round's fresh agent started from."""
        session = self.row(number).execution.session
        assert session is not None
        body = session.events.order_by("seq")[0].body
        assert body is not None
        return body.text or ""

    def ask_change(self, **terms: Any) -> Request:
        """Ben asks for other terms."""
        account = self.fresh().account
        assert account.terms is not None
        wanted = parse({**json.loads(account.terms.text), **terms})
        return approvals.ask_change(
            acting=self.cast.acting(self.cast.ben), goal_id=self.goal.pk, terms=wanted,
            base_digest=account.terms.digest, reason="needed",
        )  # fmt: skip

    def signing(self, request: Request) -> dict[str, Any]:
        """What a page hands back when this request is signed."""
        request.refresh_from_db()
        digest = authorisations.page_digest(request)
        return {"request": request.pk, "revision": request.revision, "page_digest": digest}

    def change(self, **terms: Any) -> None:
        """Ben asks for other terms and Cy signs them."""
        sign(self.cast, self.ask_change(**terms))


def _submitting(text: str) -> list[dict[str, Any]]:
    """A stream that calls submit_report with these arguments, byte for byte, and costs 600 tokens."""
    call = {"index": 0, "id": "call_1", "type": "function",
            "function": {"name": "submit_report", "arguments": text}}  # fmt: skip
    frame = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-test"}
    usage = {"prompt_tokens": 500, "completion_tokens": 100, "total_tokens": 600}
    choices = [
        {"index": 0, "delta": {"role": "assistant", "tool_calls": [call]}, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": "tool_calls"},
    ]
    return [*({**frame, "choices": [each]} for each in choices), {**frame, "choices": [], "usage": usage}]


@contextmanager
def ralph_goal(cast: Cast, settings: Any, tmp_path: Path, **changes: Any) -> Iterator[Scene]:
    """A scene under these terms; `script` plays the model where nothing is planned, `options` are settings."""
    script, options = changes.pop("script", "chat"), changes.pop("options", {})
    with ScriptedEndpoint(script=script) as endpoint:
        settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(
            update={"model_base_url": endpoint.base_url, "data_dir": tmp_path, **options}
        )
        activation.hold_lease(DRIVER, seconds=600)
        yield Scene(cast, signed_goal(cast, **changes), endpoint)


def signed_goal(cast: Cast, **changes: Any) -> Goal:
    """Ben asks, Cy signs."""
    request = ask(cast, **changes)
    sign(cast, request)
    return Goal.objects.select_related("account", "session").get(account__authorisation__request=request)


def ask(cast: Cast, **changes: Any) -> Request:
    wanted = {
        "objective": OBJECTIVE, "strategy": "ralph", "max_rounds": 8, "budget_tokens": 400_000,
        "models": ["gpt-test"], "cost_centre": cast.payables.code, **changes,
    }  # fmt: skip
    at = clock.now()
    data = {**filled(wanted, at=at), "valid_until": at + timedelta(days=20)}
    return approvals.ask_goal(acting=cast.acting(cast.ben), terms=parse(data), reason="month end")


def sign(cast: Cast, request: Request, *, by: Person | None = None) -> None:
    request.refresh_from_db()
    approvals.sign(
        acting=cast.acting(by or cast.cy), request_id=request.pk, revision=request.revision, reason="agreed",
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip
