"""Random cases from the published document, as each person: no 5xx, nothing outside of it, nobody beyond their role.

Cases are generated, partly on real rows, and undone one by one. `may` is the whole table of writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from goals.models import Goal
from governance.authorisations import page_digest
from governance.models import Request
from tests.api.speaking import Speaker
from tests.api.world import World, waiting_message, worked
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.undoing import undone

pytestmark = pytest.mark.once

PEOPLE = ("ada", "ben", "cy", "olu", "aud", "eve", "bot")
WRITES, READS = 4, 2
"""Cases of each operation; every person tries each of them."""
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
SIGNERS = {"cy"}
AROUND_A_GOAL = {"ben", "ada", "olu"} | SIGNERS
MAY: dict[str, set[str]] = {
    "ask_for_goal": {"ben"}, "ask_for_change": {"ben"}, "edit_goal": {"ben"},
    "ask_for_role": {"ada"}, "ask_for_policy": {"ada"}, "ask_for_price": {"ada"}, "ask_for_envelope": {"ada"},
    "open_cost_centre": {"ada"},
    "sign_request": SIGNERS, "decline_request": SIGNERS, "send_back_request": SIGNERS,
    "withdraw_request": {"ben"}, "resubmit_request": {"ben"},
    "revoke_authorisation": {"ada"} | SIGNERS, "narrow_terms": AROUND_A_GOAL,
    "pause_goal": AROUND_A_GOAL, "cancel_goal": AROUND_A_GOAL, "block_goal": AROUND_A_GOAL,
    "resume_goal": {"ben"} | SIGNERS, "complete_goal": {"ben"} | SIGNERS, "clear_goal": {"ben", "ada"} | SIGNERS,
    "accept_claim": {"ben"} | SIGNERS, "reject_claim": {"ben"} | SIGNERS, "order_round": {"olu"},
    "settle_execution": {"ada"} | SIGNERS, "write_message": {"ben", "olu"} | SIGNERS, "withdraw_message": {"ben"},
    "answer_escalation": {"ben"} | SIGNERS, "ask_escalation_again": AROUND_A_GOAL,
    "confirm_proposal": {"ben"}, "dismiss_proposal": {"ben"},
    "place_freeze": {"ada", "olu"} | SIGNERS, "lift_freeze": {"ada", "olu"} | SIGNERS, "revoke_token": set(PEOPLE),
}  # fmt: skip


@dataclass
class Ground:
    """Two goals to hit: one that was worked on and claims completion, one that is active."""

    world: World
    active: Goal
    message: int

    def names(self, which: int) -> dict[str, str]:
        names = self.world.names
        if which == 1:
            return names
        signed = str(self.active.account.authorisation_id)
        return {
            **names, "goal": self.active.pk, "session": self.active.session.ref, "authorisation": signed,
            "message": str(self.message),
        }  # fmt: skip

    def put_into(self, case: Any, which: int) -> None:
        """Names and values that only the rows know, so that a case comes as far as the verb. 0 leaves it alone."""
        if not which:
            return
        case.path_parameters = {
            name: self.names(which).get(name, value) for name, value in (case.path_parameters or {}).items()
        }
        if isinstance(case.body, dict):
            case.body = self._filled(case.body, which)

    def _filled(self, body: dict[str, Any], which: int) -> dict[str, Any]:
        standing = Goal.objects.select_related("account__terms").get(
            account__isnull=False, pk=self._goal(which)
        )
        assert standing.account.terms is not None
        real = {
            "revision": 1 if "page_digest" in body else standing.revision, "cost_centre": "4210",
            "page_digest": page_digest(Request.objects.get(pk=self.world.pending.pk)),
            "base_digest": standing.account.terms.digest, "currency": "USD", "strategy": "same-session",
            "session": None, "answer": "accept", "on_behalf_of": None, "due_at": None, "reason": "So it is.",
        }  # fmt: skip
        return {name: real.get(name, value) for name, value in body.items()}

    def _goal(self, which: int) -> str:
        return self.world.goal.pk if which == 1 else self.active.pk


@pytest.fixture
def ground(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Ground]:
    with worked(cast, settings, tmp_path) as world:
        active = signed_goal(cast, budget_money=None, objective="Another wish")
        yield Ground(world, active, waiting_message(cast, active).pk)


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """The server shares the test's connection, so it must not close it after each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def published(db: None, _one_connection: None) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())


def test_nobody_meets_an_error_of_ours_or_gets_beyond_their_role(ground: Ground, published: Any) -> None:
    speakers = {name: Speaker(getattr(ground.world.cast, name)) for name in PEOPLE}
    operations = {
        found.ok().definition.raw["operationId"]: found.ok() for found in published.get_all_operations()
    }

    reached = {doing: _who_reached(operation, ground, speakers) for doing, operation in operations.items()}

    writes = {
        doing
        for doing, one in operations.items()
        if any(one.name == "Idempotency-Key" for one in one.headers)
    }
    assert writes == set(MAY)
    assert {doing: reached[doing] - MAY[doing] for doing in MAY if reached[doing] - MAY[doing]} == {}
    assert len([doing for doing in MAY if reached[doing]]) > len(MAY) // 2


def _who_reached(operation: Any, ground: Ground, speakers: dict[str, Speaker]) -> set[str]:
    """Who got a 2xx from this operation with any of the cases; every answer is checked against the document."""
    reached: set[str] = set()

    @hypothesis_settings(
        max_examples=WRITES if operation.method.lower() == "post" else READS, derandomize=True, database=None,
        deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=_cases(operation), which=st.sampled_from([0, 1, 2, 2]))
    def run(case: Any, which: int) -> None:
        ground.put_into(case, which)
        for name, speaker in speakers.items():
            with undone():
                response = case.call(headers=speaker.headers)
                case.validate_response(response, checks=CHECKS)
            if response.status_code < 300:
                reached.add(name)

    run()
    return reached


def _cases(operation: Any) -> st.SearchStrategy[Any]:
    fitting = operation.as_strategy()
    if not operation.body and not operation.query:
        return fitting
    return st.one_of(fitting, fitting, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
