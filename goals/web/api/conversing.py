"""Sessions: read the transcript, write into it as a person, take a message back. Proposals are read here too."""

from __future__ import annotations

from typing import Any, Literal

from django.db.models import QuerySet
from rest_framework import serializers

from goals import human_turns, proposals
from goals.errors import GoalNotFound
from goals.models import HumanInput, Proposal, Session, SessionEvent
from goals.web.api import paths
from goals.web.api.execution_outputs import FullBodyOut, MessageOut
from governance.web.api.inputs import Body, Page, Words
from governance.web.api.operation import Call, Listing, Read, Write
from governance.web.api.outputs import Facts, Number, OneOf, PersonOut, Text, When
from governance.web.api.outputs import Words as Names


class SessionOut(serializers.Serializer[Session]):
    """A conversation, with the goals that lived in it, one after the other."""

    id = Number(source="pk")
    ref = Text()
    owner = PersonOut()
    cost_centre = Text(source="cost_centre.code")
    parent = Text(source="parent.ref", allow_null=True)  # type: ignore[assignment]
    goals = Names(source="refs")
    events = Number(source="event_seq")
    created_at = When()


class SessionEventOut(serializers.Serializer[SessionEvent]):
    """One event, in its order. `data` is the durable part; the text of a message lies in `body`."""

    seq = Number()
    type = Text()
    data = Facts()  # type: ignore[assignment]
    goal = Text(source="goal.ref", allow_null=True)
    execution = Number(source="execution_id", allow_null=True)
    actor = PersonOut(allow_null=True)
    body = FullBodyOut(allow_null=True)
    at = When()


class ProposalOut(serializers.Serializer[Proposal]):
    """What a model proposed inside a human turn: nothing until a person confirms it."""

    id = Number(source="pk")
    goal = Text(source="goal.ref")
    execution = Number(source="execution_id")
    action = Text()
    data = Facts()  # type: ignore[assignment]
    status = OneOf(Proposal.Status)
    decided_by = PersonOut(allow_null=True)
    decided_at = When(allow_null=True)
    at = When()


class ConfirmedOut(serializers.Serializer[Any]):
    """A confirmed proposal, and in one sentence what came of it."""

    proposal = ProposalOut()
    sentence = Text()


class ShowSession(Read):
    """One session."""

    Output = SessionOut

    def run(self, call: Call) -> Session:
        found = paths.session(call)
        seen = found.goals.select_related("account").filter(account__in=call.sight.accounts())
        found.refs = [goal.ref for goal in seen.order_by("account_id")]  # type: ignore[attr-defined]
        return found


class ListMessages(Listing):
    """The transcript from its beginning: messages, tool results, and the goal's durable changes."""

    Output = SessionEventOut
    order = "seq"

    class Query(Page):
        type: (
            Literal["user/message", "assistant/message", "tool/result", "turn/end", "goal/change"] | None
        ) = None

    def run(self, call: Call) -> QuerySet[SessionEvent]:
        rows = paths.session(call).events.select_related("goal__account", "actor", "body")
        return rows if call.query.type is None else rows.filter(type=call.query.type)


class WriteMessage(Write):
    """Write to the session's present goal. It waits for what runs and goes before the next round."""

    asks = "write into a session"
    status = 202
    Output = MessageOut
    example = {"text": "Start with the entries above 1,000."}

    class Input(Body):
        text: Words

    def run(self, call: Call) -> HumanInput:
        goal = paths.session(call).goals.order_by("-created_at_ms", "-account_id").first()
        if goal is None:
            raise GoalNotFound.cannot("write")
        return human_turns.write(acting=call.acting, goal_id=goal.pk, text=call.body.text)


class ShowMessage(Read):
    """What became of something a person wrote."""

    Output = MessageOut

    def run(self, call: Call) -> HumanInput:
        return paths.message(call)


class WithdrawMessage(Write):
    """Take a waiting message back, by its writer."""

    asks = "take a message back"
    Output = MessageOut

    def run(self, call: Call) -> HumanInput:
        human_turns.withdraw(acting=call.acting, input_id=paths.message(call).pk)
        return paths.message(call)


class ListProposals(Listing):
    """What models proposed in this goal's human turns."""

    Output = ProposalOut

    def run(self, call: Call) -> QuerySet[Proposal]:
        return paths.goal(call).proposals.select_related("goal__account", "decided_by")


class ConfirmProposal(Write):
    """Do what was proposed, with the caller's own authority. By the person in whose turn it was proposed."""

    asks = "confirm a proposal"
    Output = ConfirmedOut

    def run(self, call: Call) -> dict[str, Any]:
        sentence = proposals.confirm(acting=call.acting, proposal_id=paths.proposal(call).pk)
        return {"proposal": paths.proposal(call), "sentence": sentence}


class DismissProposal(Write):
    """Say no to what was proposed."""

    asks = "dismiss a proposal"
    Output = ProposalOut

    def run(self, call: Call) -> Proposal:
        proposals.dismiss(acting=call.acting, proposal_id=paths.proposal(call).pk)
        return paths.proposal(call)
