"""Whole stories over REST: from a wish to a certified goal, a message to an agent, a call whose answer was lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from goals import activation, stops, store
from goals.agent.proposals import propose
from goals.agent.tools.authority import Caller
from goals.models import Execution, Goal
from governance.actors import COUNTERSIGN
from governance.enums import Role
from governance.models import Event, Price, RoleGrant
from tests.api.speaking import Answer, Speaker
from tests.api.test_strict_input import GOAL
from tests.api.world import lose_a_call, waiting_message
from tests.cast import Cast
from tests.goals.agent_stories import Story
from tests.goals.agent_stories import signed_goal as story_of
from tests.goals.approvals import asked, signed_goal


@pytest.fixture
def story(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Story]:
    with story_of(cast, settings, tmp_path) as story:
        yield story


def _sign(signer: Speaker, request: Answer | Any) -> Answer:
    shown = signer.get(f"requests/{request['ref']}").body
    body = {"revision": shown["revision"], "page_digest": shown["page_digest"], "reason": "Inside the plan."}
    return signer.post(f"requests/{request['ref']}/sign", body)


def test_a_wish_becomes_a_goal_by_another_persons_signature(cast: Cast) -> None:
    activation.hold_lease("the story's driver", seconds=3_600)
    ben, cy = Speaker(cast.ben), Speaker(cast.cy)

    request = ben.post("requests", GOAL)
    goal = ben.get(f"goals/{_sign(cy, request)['goal']}").body

    assert (request["status"], request["total_tokens"], request["total_money"]) == (
        "pending",
        400_000,
        "12.00",
    )
    assert (goal["objective"], goal["activation"], goal["revision"]) == (GOAL["objective"], "armed", 1)
    shown = cy.get(f"authorisations/{goal['authorisation']}").body
    assert (shown["status"], shown["request"], shown["goal"]) == ("in-force", request["ref"], goal["ref"])


def test_a_request_that_was_sent_back_is_asked_again(cast: Cast) -> None:
    ben, cy = Speaker(cast.ben), Speaker(cast.cy)
    first = ben.post("requests", GOAL)
    shown = cy.get(f"requests/{first['ref']}").body
    cy.post(
        f"requests/{first['ref']}/send-back",
        {"revision": 1, "page_digest": shown["page_digest"], "reason": "Half of it will do."},
    )

    again = ben.post(
        f"requests/{first['ref']}/resubmit",
        {"revision": 1, "reason": "As you say.", "budget_tokens": 200_000},
    )

    assert (again["status"], again["revision"], again["total_tokens"]) == ("pending", 2, 200_000)
    assert _sign(cy, again)["status"] == "approved"


def test_wider_terms_need_a_signature_and_narrower_ones_none(cast: Cast) -> None:
    goal, ben = signed_goal(cast), Speaker(cast.ben)
    base = ben.get(f"goals/{goal.ref}")["terms_digest"]

    wider = {"base_digest": base, "reason": "One more ledger.", "budget_tokens": 500_000}
    assert ben.post(f"goals/{goal.ref}/narrow", wider).code == "needs-signature"
    request = ben.post(f"goals/{goal.ref}/changes", wider)
    assert (request.status, request["kind"], request["total_tokens"]) == (201, "terms", 500_000)

    narrower = {"base_digest": base, "reason": "Half will do.", "budget_tokens": 200_000}
    assert ben.post(f"goals/{goal.ref}/changes", narrower).code == "narrowing-needs-no-signature"
    narrowed = ben.post(f"goals/{goal.ref}/narrow", narrower)
    assert (narrowed["tokens"]["budget"], narrowed["terms_version"], narrowed["revision"]) == (200_000, 2, 1)
    assert ben.post(f"goals/{goal.ref}/narrow", narrower).code == "stale-terms"
    assert _sign(Speaker(cast.cy), request).code == "stale-terms"


def test_an_edit_becomes_a_request_at_its_revision(cast: Cast) -> None:
    goal, ben = signed_goal(cast), Speaker(cast.ben)
    address = f"goals/{goal.ref}/edit"

    assert ben.post(address, {"revision": 1, "reason": "x"}).code == "GOAL_INVALID_EDIT"
    assert ben.post(address, {"revision": 2, "max_rounds": 9, "reason": "x"}).code == "GOAL_STALE_REVISION"
    asked_for = ben.post(address, {"revision": 1, "max_rounds": 9, "reason": "Five were too few."})
    _sign(Speaker(cast.cy), asked_for)

    goal.refresh_from_db()
    assert (asked_for["kind"], goal.max_rounds, goal.revision) == ("terms", 9, 2)


def test_raising_a_cap_arms_nothing(cast: Cast) -> None:
    goal, ben = signed_goal(cast, armed=False), Speaker(cast.ben)
    activation.hold_lease("the story's driver", seconds=3_600)

    _sign(
        Speaker(cast.cy),
        ben.post(f"goals/{goal.ref}/edit", {"revision": 1, "max_rounds": 9, "reason": "More."}),
    )

    assert ben.get(f"goals/{goal.ref}")["activation"] == "disarmed"


def test_a_policy_stop_is_answered_on_its_escalation(cast: Cast) -> None:
    goal = signed_goal(cast, budget_money=None)
    with transaction.atomic():
        stops.block(
            acting=COUNTERSIGN, goal=store.lock(goal.pk), code="round-failed", message="No report came."
        )
    ben, cy = Speaker(cast.ben), Speaker(cast.cy)

    refused = ben.post(f"goals/{goal.ref}/resume", {"revision": 2})
    question = cy.get(f"escalations/{refused['numbers']['escalation']}").body
    own = ben.post(f"escalations/{question['ref']}/answer", {"answer": "resume", "reason": "It is fine."})
    wrong = cy.post(f"escalations/{question['ref']}/answer", {"answer": "raise-it", "reason": "It is fine."})
    done = cy.post(
        f"escalations/{question['ref']}/answer", {"answer": "resume", "reason": "The file is there."}
    )

    assert (refused.code, own.code, wrong["field"]) == ("answer-escalation", "self-approval", "answer")
    assert [offer["name"] for offer in question["answers"]][:1] == ["resume"]
    assert (done["status"], done["answered_by"]["name"]) == ("answered", "Cy Lindholm")
    assert Goal.objects.get(pk=goal.pk).phase == "active"
    late = Speaker(cast.dee).post(
        f"escalations/{question['ref']}/answer", {"answer": "close", "reason": "No."}
    )
    assert (late.code, late["numbers"]["decided_by"]) == ("already-decided", "Cy Lindholm")


def test_a_claim_is_rejected_and_then_accepted(cast: Cast) -> None:
    goal, ben, cy = signed_goal(cast), Speaker(cast.ben), Speaker(cast.cy)
    ben.post(f"goals/{goal.ref}/complete", {"revision": 1, "evidence": "The report is there."})
    (first,) = ben.get(f"goals/{goal.ref}/claims")["items"]

    rejected = cy.post(f"claims/{first['id']}/reject", {"reason": "Page two is missing."})
    blocked = cy.get(f"goals/{goal.ref}").body
    ben.post(
        f"goals/{goal.ref}/complete", {"revision": blocked["revision"], "evidence": "Both pages are there."}
    )
    second = ben.get(f"goals/{goal.ref}")["claim"]
    accepted = cy.post(f"claims/{second['id']}/accept", {"reason": "I read it."})

    assert (rejected["status"], blocked["blocked_code"]) == ("rejected", "completion-rejected")
    assert (accepted["status"], accepted["decided_by"]["name"]) == ("accepted", "Cy Lindholm")
    assert cy.post(f"claims/{second['id']}/accept", {"reason": "Again."}).code == "already-decided"


def test_a_message_waits_and_can_be_taken_back_by_its_writer_only(cast: Cast) -> None:
    goal, ben = signed_goal(cast), Speaker(cast.ben)

    written = ben.post(f"sessions/{goal.session.ref}/messages", {"text": "  Start with August.  "})
    others = Speaker(cast.olu).post(f"messages/{written['id']}/withdraw")
    back = ben.post(f"messages/{written['id']}/withdraw")

    assert (written.status, written["status"], written["body"]["text"]) == (
        202,
        "waiting",
        "Start with August.",
    )
    assert (others.status, others.code) == (403, "wrong-person")
    assert (back["status"], ben.post(f"messages/{written['id']}/withdraw").code) == (
        "withdrawn",
        "already-decided",
    )


def test_a_waiting_message_goes_before_the_next_round(story: Story) -> None:
    waiting_message(story.cast, story.goal)

    answer = Speaker(story.cast.olu).post(f"goals/{story.goal.ref}/rounds", {"revision": 1})

    assert (answer.status, answer.code, answer["retryable"]) == (409, "human-first", True)


def test_a_lost_call_is_settled_once_between_nothing_and_its_bound(story: Story) -> None:
    lost, ada, ben = lose_a_call(story.cast, story.goal), Speaker(story.cast.ada), Speaker(story.cast.ben)
    address = f"executions/{lost.pk}/settle"

    live = Speaker(story.cast.olu).post(f"goals/{story.goal.ref}/rounds", {"revision": 1})
    own = ben.post(address, {"tokens": 0, "reason": "It was nothing."})
    over = ada.post(address, {"tokens": 601, "reason": "The bill says so."})
    done = ada.post(address, {"tokens": 250, "reason": "The bill says so."})
    again = ada.post(address, {"tokens": 0, "reason": "No, nothing."})

    assert live.code in ("goal-disarmed", "round-live")
    assert (own.status, over.status, over["field"]) == (403, 400, "tokens")
    assert (done["state"], done["spend"]["tokens"], done["hold"]["status"]) == ("failed", 250, "closed")
    assert again.code == "already-decided"
    assert ada.get(f"goals/{story.goal.ref}")["tokens"]["committed"] == 0
    assert Execution.objects.get(pk=lost.pk).tokens == 250


def test_what_a_model_proposed_is_decided_by_whoever_wrote_the_turn(story: Story) -> None:
    spoken = story.says("Could you use more rounds?")
    wish = {"revision": 1, "max_goal_rounds": 9}
    first, second = (propose(Caller(spoken, story.fresh()), "edit", wish).pk for _ in range(2))
    ben, cy = Speaker(story.cast.ben), Speaker(story.cast.cy)

    others = cy.post(f"proposals/{first}/confirm")
    done = ben.post(f"proposals/{first}/confirm")
    no = ben.post(f"proposals/{second}/dismiss")

    assert (others.status, others.code) == (403, "wrong-person")
    assert (done["proposal"]["status"], no["status"]) == ("confirmed", "dismissed")
    assert done["sentence"].endswith("asks Cy Lindholm to sign it. Until then nothing changes.")
    assert ben.post(f"proposals/{second}/confirm").code == "already-decided"
    assert story.fresh().max_rounds == 5


def test_a_program_may_ask_and_never_decide(cast: Cast) -> None:
    for role in (Role.REQUESTER, Role.APPROVER, Role.OPERATOR):
        limits = {"limit_tokens": 10**9, "limit_money": 900} if role == Role.APPROVER else {}
        RoleGrant.objects.create(
            person=cast.bot, role=role, valid_from=cast.ben.date_joined, granted_by="a mistake", **limits
        )
    bot, goal = Speaker(cast.bot), signed_goal(cast)
    own, base = bot.post("requests", GOAL), Speaker(cast.ada).get(f"goals/{goal.ref}")["terms_digest"]

    assert own.status == 201
    assert bot.get(f"requests/{asked(cast, objective='Another').ref}").status == 404
    assert bot.get(f"goals/{goal.ref}").status == 404
    goal.account.owner = cast.bot
    goal.account.save(update_fields=["owner"])
    for doing, body in (
        ("pause", {"revision": 1}), ("rounds", {"revision": 1}), ("narrow", {"base_digest": base, "reason": "x"}),
        ("complete", {"revision": 1, "evidence": "x"}), ("block", {"revision": 1, "message": "x"}),
    ):  # fmt: skip
        answer = bot.post(f"goals/{goal.ref}/{doing}", body)
        assert (answer.status, answer.code in ("not-a-person", "service-account")) == (403, True), doing


def test_other_people_sign_for_prices_and_roles(cast: Cast) -> None:
    ada, cy = Speaker(cast.ada), Speaker(cast.cy)
    price = ada.post(
        "requests/prices",
        {
            "model": "gpt-new", "currency": "USD", "effective_from": "2026-12-01T00:00:00Z",
            "input_per_million": "3.00", "cached_input_per_million": "0.30", "cache_write_per_million": "3.75",
            "output_per_million": "15.00",
            "reason": "The list of December.",
        },
    )  # fmt: skip
    role = ada.post("requests/roles", {"person": cast.eve.pk, "role": "requester", "reason": "Eve joined."})

    assert ada.post(
        f"requests/{price['ref']}/sign", {"revision": 1, "page_digest": price["page_digest"], "reason": "x"}
    ).code == "self-approval"  # fmt: skip
    assert (_sign(cy, price)["status"], _sign(cy, role)["status"]) == ("approved", "approved")
    assert Price.objects.get(model="gpt-new").output_per_million == 15
    assert Speaker(cast.eve).get("me")["roles"] == ["requester"]
    assert [row["model"] for row in ada.get("prices", model="gpt-new")["items"]] == ["gpt-new"]


def test_the_driver_is_seen_with_its_epoch(cast: Cast) -> None:
    ada = Speaker(cast.ada)
    before = ada.get("driver").body
    signed_goal(cast)

    after = ada.get("driver").body

    assert (before["live"], before["epoch"], before["owner"]) == (False, 0, None)
    assert (after["live"], after["epoch"], after["owner"], after["goals_armed"]) == (
        True,
        1,
        "the story's driver",
        1,
    )
    assert Event.objects.filter(action="goal.resumed").count() == 0
