"""Signed goals for stories about the agent: rows as a signature leaves them, and rounds run as the worker does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings as django_settings
from django.db import transaction

from goals import activation, human_turns, sessions, store
from goals.agent import loop
from goals.agent.scripted import ScriptedEndpoint
from goals.agent.workspace import Workspace
from goals.agent.workspaces import workspace_of
from goals.models import Execution, Goal, HumanInput
from goals.rounds import claiming, reservations, settlement
from goals.rounds.leases import Lease
from goals.terms import Terms
from governance import canonical, clock, ledger, prices
from governance.authorisations import digests, granting
from governance.enums import Act, RequestKind, RequestStatus
from governance.models import Account, Request, Signature
from tests.cast import CY_MONEY, CY_TOKENS, Cast
from tests.goals.terms_stories import terms

TOOLS = ["list_files", "read_file", "write_file", "search_text"]
DRIVER = "the driver of this story"


@dataclass(slots=True)
class Story:
    """A goal of Ben's, signed by Cy, with its workspace and the endpoint it talks to."""

    cast: Cast
    goal: Goal
    terms: Terms
    endpoint: ScriptedEndpoint

    @property
    def workspace(self) -> Workspace:
        return workspace_of(self.goal.pk)

    def fresh(self) -> Goal:
        self.goal.refresh_from_db()
        self.goal.account.refresh_from_db()
        return self.goal

    def admit(self) -> Lease:
        """Reserve the next round and claim it, as driver and worker do."""
        row, answer = reservations.reserve(acting=self.cast.acting(self.cast.olu), goal_id=self.goal.pk)
        assert row is not None, answer
        lease = claiming.claim(row.pk)
        assert lease is not None
        return lease

    def round(self) -> Execution:
        """One round from its reservation to its settlement."""
        lease = self.admit()
        return settlement.settle(lease, loop.drive(lease))

    def rounds(self, count: int) -> list[Execution]:
        return [self.round() for _ in range(count)]

    def says(self, text: str) -> Execution:
        """A human turn of Ben's."""
        written = self.write(text)
        lease = claiming.claim(written.outbox_id)
        assert lease is not None
        return settlement.settle(lease, loop.drive(lease))

    def write(self, text: str) -> HumanInput:
        return human_turns.write(acting=self.cast.acting(self.cast.ben), goal_id=self.goal.pk, text=text)


@contextmanager
def signed_goal(cast: Cast, settings: Any, tmp_path: Any, **changes: Any) -> Iterator[Story]:
    """A story whose terms are those of the August reconciliation with these changes, armed under a live driver."""
    script = changes.pop("script", "demo")
    options = changes.pop("options", {})
    with ScriptedEndpoint(script=script) as endpoint:
        settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(
            update={"model_base_url": endpoint.base_url, "data_dir": tmp_path, **options}
        )
        wanted = terms(**{"tools": TOOLS, "models": ["gpt-test"], "budget_money": None, **changes})
        activation.hold_lease(DRIVER, seconds=600)
        yield Story(cast, _signed(cast, wanted), wanted, endpoint)


def price(model: str = "gpt-test", *, each: str = "10") -> None:
    """A price of so much for a million tokens of every kind."""
    rate = Decimal(each)
    with transaction.atomic():
        prices.add(
            prices.Row(
                model=model, currency="USD", effective_from=clock.now() - timedelta(days=1), input_per_million=rate,
                cached_input_per_million=rate, cache_write_per_million=rate, output_per_million=rate, source="a story",
            )
        )  # fmt: skip


def _signed(cast: Cast, wanted: Terms) -> Goal:
    at = clock.now()
    with transaction.atomic():
        account, _entry = ledger.open_account(
            title=wanted.objective, owner=cast.ben, cost_centre=cast.payables, budget_tokens=wanted.budget_tokens,
            budget_money=wanted.budget_money,
        )  # fmt: skip
        request = _request(cast, account, wanted, at)
        signature = _signature(cast, request, at)
        granting.add_terms(account, text=wanted.text, by=cast.cy, at=at)
        authorisation = granting.authorise(
            account, request, valid_until=wanted.valid_until, signatures=[signature], at=at
        )
        session = sessions.open_session(owner=cast.ben, cost_centre=cast.payables)
        return store.create(
            acting=cast.acting(cast.cy),
            account=account,
            session=session,
            terms=wanted,
            authorisation=authorisation,
        )


def _request(cast: Cast, account: Account, wanted: Terms, at: Any) -> Request:
    return Request.objects.create(
        kind=RequestKind.GOAL, status=RequestStatus.APPROVED, requester=cast.ben, account=account,
        cost_centre=cast.payables, terms_text=wanted.text, terms_digest=wanted.digest, title=wanted.objective,
        reason="month end", total_tokens=wanted.budget_tokens, total_money=wanted.budget_money, policy_text="{}",
        asked_at=at, due_at=at + timedelta(days=3), decided_at=at,
    )  # fmt: skip


def _signature(cast: Cast, request: Request, at: Any) -> Signature:
    signature = Signature(
        request=request, request_revision=1, requester=cast.ben, person=cast.cy, act=Act.SIGN, role="approver",
        person_name=str(cast.cy), limit_tokens=CY_TOKENS, limit_money=CY_MONEY, reason="needed", method="password",
        policy_version="1", page_digest=digests.page_digest(request), terms_digest=request.terms_digest, at=at,
    )  # fmt: skip
    signature.digest = canonical.digest_of(digests.signature_facts(signature))
    signature.save()
    return signature
