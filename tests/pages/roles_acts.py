"""Every address that changes something: what is posted, and who may. Whoever may not is refused in these words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.pages.roles_pages import ABOUT_ALL, ALL, NO_GOAL, NOT_THERE

Refusal = tuple[int, str]
WHY = {"reason": "So be it."}
SIGNERS = frozenset({"cy", "dee"})
STOPPERS = frozenset({"ada", "ben", "cy", "dee", "olu"})
OWNER, CONTROL = frozenset({"ben"}), frozenset({"ada"})
GONE = {"eve": NO_GOAL}
ASKED = "/requests/{asked}/"
DECIDING = {**WHY, "revision": 1, "page_digest": "{page_digest}"}
NARROWER = {"base": "{base}", "budget_tokens": "300,000", "max_rounds": "2", "round_seconds": "{round_seconds}",
            "models": ["{model}"]}  # fmt: skip
WISH = {"act": "ask", "objective": "A wish", "cost_centre": "4210", "budget_tokens": "400,000", "max_rounds": "3",
        "models": "gpt-test", "tools": "list_files"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Act:
    """`fields` are filled in from the ground. Who is not in `may` gets `refused`, or what `but` says for them."""

    address: str
    fields: Mapping[str, Any]
    may: frozenset[str]
    refused: Refusal = (403, "")
    but: Mapping[str, Refusal] = field(default_factory=dict)

    def refusal(self, who: str) -> Refusal:
        return self.but.get(who, self.refused)


def _control(address: str, what: str, **fields: str) -> Act:
    return Act(address, {**WHY, **fields}, CONTROL, (403, f"may not {what}: that needs the role controller"))


def _decide(decision: str) -> Act:
    """Olu stands in for Dee and sends no word of it, so he may not; Ben asked for it himself."""
    role = (403, "it needs the role approver")
    own = (403, "Ben Osei asked for this, and nobody signs for their own request.")
    return Act(f"{ASKED}decide/", {**DECIDING, "decision": decision}, SIGNERS, role, {"ben": own, **GONE})


def _on_goal(act: str, may: frozenset[str], refused: str, **fields: str) -> Act:
    return Act(f"/goals/{{active}}/{act}/", {**WHY, **fields}, may, (403, refused), GONE)


ACTS: dict[str, tuple[str, Act]] = {
    "sign": ("request-decide", _decide("sign")),
    "decline": ("request-decide", _decide("decline")),
    "send back": ("request-decide", _decide("send-back")),
    "sign for Dee": ("request-decide", Act(
        f"{ASKED}decide/", {**DECIDING, "decision": "sign", "on_behalf_of": "{dee}"}, frozenset({"olu"}),
        (403, "does not stand in for Dee Okafor today."),
        {"ben": (403, "Ben Osei asked for this, and nobody signs for their own request."), **GONE})),
    "withdraw a request": ("request-withdraw", Act(
        f"{ASKED}withdraw/", {**WHY, "revision": 1}, OWNER, (403, "Only Ben Osei, who asked"), GONE)),
    "pause": ("goal-act", _on_goal("pause", STOPPERS, "cannot pause this goal")),
    "claim completion": ("goal-act", _on_goal("complete", OWNER | SIGNERS, "cannot complete this goal")),
    "close": ("goal-act", _on_goal("close", OWNER | SIGNERS | CONTROL, "cannot close this goal")),
    "revoke": ("goal-act", _on_goal("revoke", SIGNERS | CONTROL, "may not revoke")),
    "accept completion": ("goal-completion", Act(
        "/goals/{account}/completion/", {**WHY, "answer": "accept"}, OWNER | SIGNERS,
        (403, "accept it: Ben Osei"), GONE)),
    "reject completion": ("goal-completion", Act(
        "/goals/{account}/completion/", {**WHY, "answer": "reject"}, OWNER | SIGNERS,
        (403, "accept it: Ben Osei"), GONE)),
    "answer a stop": ("escalation-answer", Act(
        "/escalations/{stopped}/answer/", {**WHY, "answer": "close"}, SIGNERS,
        (403, "may not answer a policy stop: that needs the role approver"),
        {"ben": (403, "Ben Osei asked for this goal"), **GONE})),
    "ask again": ("escalation-again", Act(
        "/escalations/{expired}/ask-again/", WHY, STOPPERS, (403, "may not"), GONE)),
    "write into a session": ("goal-write", Act(
        "/goals/{active}/session/write/", {"text": "Hello?", "once": "0" * 32}, OWNER | SIGNERS | {"olu"},
        (403, "Only Ben Osei, an operator or an approver writes into this session."), GONE)),
    "take a message back": ("goal-withdraw", Act(
        "/goals/{active}/session/withdraw/", {"message": "{message}"}, OWNER,
        (200, "Only its writer can take a message back."), GONE)),
    "decide on a proposal": ("goal-proposal", Act(
        "/goals/{account}/session/proposal/", {"proposal": "{proposal}", "answer": "dismiss"}, OWNER,
        (200, "Only Ben Osei, in whose turn it was proposed, decides on this."), GONE)),
    "say /goal pause": ("goal-command", Act(
        "/goals/{active}/session/command/", {"command": "/goal pause", "once": "1" * 32}, STOPPERS,
        (409, "cannot pause this goal"), GONE)),
    "freeze the service": ("freeze-place", Act(
        "/freezes/place/service/", WHY, STOPPERS - OWNER, (403, "may not freeze admissions"), GONE)),
    "lift a freeze": ("freeze-lift", Act(
        "/freezes/{freeze}/lift/", WHY, STOPPERS - OWNER, (403, "may not lift a freeze"), GONE)),
    "deactivate": ("person-deactivate", _control("/people/{eve}/deactivate/", "deactivate somebody")),
    "take a role away": ("grant-end", _control("/people/grants/{grant}/end/", "take a role away")),
    "lend a signature": ("delegate", Act(
        "/me/standing-in/delegate/", {**WHY, "receiver": "{eve}", "ends_at": "{until}"}, SIGNERS,
        (403, "may not delegate a signature: that needs the role approver"),
        {"eve": (400, "Only an approver has a signature to lend")})),
    "end a delegation": ("delegation-end", Act(
        "/me/standing-in/{lent}/end/", WHY, CONTROL | {"dee"}, (404, NOT_THERE),
        {"olu": (403, "Dee Okafor, who gave it, or a controller ends this delegation."),
         "aud": (403, "Dee Okafor, who gave it, or a controller ends this delegation.")})),
    "be away": ("away", Act("/me/standing-in/away/", {**WHY, "until": "{until}"}, ALL)),
    "be back": ("back", Act("/me/standing-in/back/", {}, frozenset(), (409, "is not away."))),
    "ask for a role": ("request-role", Act(
        "/requests/new/role/", {**WHY, "person": "{eve}", "role": "requester"}, CONTROL,
        (403, "this needs the role controller"))),
    "ask for a policy": ("request-policy", Act(
        "/requests/new/policy/", {**WHY, "one_money": "20.00", "one_tokens": "", "answer_hours": "24"}, CONTROL,
        (403, "this needs the role controller"))),
    "ask for an envelope": ("envelope-ask", _control(
        "/budgets/ask/", "ask for an envelope", cost_centre="4210", period="{period}", budget_money="400.00")),
    "open a cost centre": ("cost-centre-open", _control(
        "/budgets/open/", "open a cost centre", code="4888", name="New place", currency="USD")),
    "close a period": ("period-close", _control("/budgets/periods/{early}/close/", "close a period")),
    "suspend": ("cost-centre-suspend", _control("/budgets/cost-centres/4210/suspend/", "suspend a cost centre")),
    "restore": ("cost-centre-restore", _control("/budgets/cost-centres/4999/restore/", "restore a cost centre")),
    "ask for a price": ("price-ask", _control(
        "/prices/ask/", "ask for a price", model="other-1", currency="USD", effective_from="2030-01-01",
        input_per_million="1.00", cached_input_per_million="0.10", cache_write_per_million="1.00",
        output_per_million="2.00", seen="1")),
    "ask for a correction": ("correction-ask", _control(
        "/reports/corrections/ask/", "ask for a correction", attempt="{attempt}", tokens="1", money="0.00")),
    "arm again": ("rearm", Act(
        "/goals/rearm/", {**WHY, "goal": "{idle}"}, OWNER | SIGNERS, (200, "was not armed"))),
    "narrow": ("goal-change", Act(
        "/goals/{active}/change/", {**WHY, **NARROWER}, STOPPERS,
        (403, "Only Ben Osei, or an approver, a controller or an operator, can narrow these terms."), GONE)),
    "ask for a goal": ("request-new", Act(
        "/requests/new/", {**WHY, **WISH}, OWNER, (403, "that needs the role requester"))),
    "change a request": ("request-change", Act(
        f"{ASKED}change/", {**WHY, "act": "ask", "revision": 1, "max_rounds": "2"}, OWNER,
        (403, "Only Ben Osei"), GONE)),
    "look at a wish": ("request-check", Act("/requests/check/", {"objective": "A wish"}, ALL)),
    "add a channel": ("channel-add", Act(
        "/me/notifications/add/", {"kind": "mail", "address": "me@example.org"}, ALL)),
    "choose what is told": ("channel-choose", Act(
        "/me/notifications/channels/{channel}/choose/", {}, frozenset({"aud"}), (404, ""))),
    "remove a channel": ("channel-remove", Act(
        "/me/notifications/channels/{channel}/remove/", {}, frozenset({"aud"}), (404, ""))),
    "test a channel": ("channel-test", Act(
        "/me/notifications/channels/{channel}/test/", {}, frozenset({"aud"}), (404, ""))),
    "see a notice": ("notice-seen", Act("/me/notifications/notices/{notice}/seen/", {}, frozenset({"cy"}), (404, ""))),
    "keep a view": ("audit-keep", Act("/audit/views/keep/", {"name": "All", "query": "?did=all"}, ALL)),
    "forget a view": ("audit-drop", Act(
        "/audit/views/{view}/drop/", {}, frozenset({"aud"}), (404, NOT_THERE))),
    "reconcile": ("reconciliation", Act(
        "/reports/reconciliation/", {}, frozenset(), (400, "file"), dict.fromkeys(("ben", "eve"), ABOUT_ALL))),
}  # fmt: skip
