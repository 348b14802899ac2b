"""One execution at work: everything its steps share, loaded once, and what is left of its hold."""

from __future__ import annotations

import time
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from goals.agent.bounds import Fit, Known, Room, Short, fit, input_bound
from goals.agent.endpoints import Endpoint, endpoint_for
from goals.agent.measuring import known_of, model_of, payload_of, profile_of
from goals.agent.payload import Payload
from goals.agent.profiles import Profile
from goals.agent.request import Request
from goals.agent.tools.base import Tool
from goals.agent.tools.registry import offered
from goals.agent.workspace import Workspace
from goals.agent.workspaces import workspace_of
from goals.models import Execution, Goal
from goals.rounds.attempts import Recorded
from goals.rounds.leases import Lease
from goals.strategies.admitted import strategy_of
from goals.terms import Terms, read_terms
from governance import clock, prices, rows
from governance.joined import Joined
from governance.models import Account, Price
from governance.models import Terms as TermsVersion


@dataclass(slots=True, kw_only=True)
class Work:
    """`room` is what is left of the hold; `wrapping_up` that the round's
    `report` (complete or blocked) is in and one closing step may follow.
    """

    lease: Lease
    execution: Execution
    goal: Goal
    terms: Terms
    endpoint: Endpoint
    model: str
    profile: Profile
    price: Price | None
    payload: Payload
    tools: dict[str, Tool]
    workspace: Workspace
    room: Room
    known: Known | None
    ends_at: float
    wrapping_up: bool = False
    report: str = ""
    steps: int = 0

    def fit(self) -> Fit | Short:
        """The bound of the next request inside what is left, or what is short."""
        return fit(self.input_bound(), profile=self.profile, room=self.room, rates=self.price)

    def input_bound(self) -> int:
        return input_bound(self.payload, self.profile, known=self.known)

    def request(self, output_limit: int) -> Request:
        return Request(self.model, self.payload, len(self.payload.messages), output_limit, self.profile)

    def seconds_left(self) -> float:
        return self.ends_at - time.monotonic()

    def call_seconds(self) -> float:
        """How long the next request may take."""
        return max(1.0, min(float(settings.COUNTERSIGN.model_timeout_seconds), self.seconds_left()))

    def take(self, recorded: Recorded) -> None:
        self.room = Room(recorded.left_tokens, None if self.room.money is None else recorded.left_money)

    def learn(self, known: Known | None, *, returned_model: str) -> None:
        """Keep an exact count for the next bound; what another model counted before is forgotten."""
        if self.known and self.known.returned_model != returned_model:
            self.known = None
        self.known = known or self.known


def load(lease: Lease) -> Work:
    """Everything an admitted execution needs. Raises Conflict where the endpoint or the prompt is refused."""
    execution = _EXECUTION.sure(lease.execution_id)
    goal, account = execution.goal, execution.goal.account
    # A round that is admitted keeps the terms it was admitted under, also where they are narrowed meanwhile.
    terms = _terms(account, execution.terms_version)
    conversation = strategy_of(execution, goal).conversation(execution, goal, terms)
    payload, profile, model = payload_of(conversation), profile_of(terms), model_of(terms)
    now = clock.db_now()
    return Work(
        lease=lease, execution=execution, goal=goal, terms=terms, endpoint=endpoint_for(terms), model=model,
        profile=profile, price=prices.price_for(model, currency=account.currency, at=execution.started_at),
        payload=payload, tools={tool.name: tool for tool in offered(conversation.tools)},
        workspace=workspace_of(goal.pk), room=_room(execution, account.budget_money),
        known=known_of(goal.pk, payload, profile=profile, model=model),
        ends_at=time.monotonic() + (lease.deadline - now).total_seconds(),
    )  # fmt: skip


_EXECUTION = Joined(Execution, "goal__account", "goal__session", "session", "hold")


def _terms(account: Account, version: int) -> Terms:
    return read_terms(rows.sure(rows.fetch(TermsVersion, account_id=account.pk, version=version)).text)


def _room(execution: Execution, cap: Decimal | None) -> Room:
    held = execution.hold
    return Room(held.left_tokens, held.left_money if cap is not None and held.money else None)
