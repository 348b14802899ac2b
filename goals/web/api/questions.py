"""Questions that only people can answer: listed, read with their evidence, answered once, asked again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from rest_framework import serializers

from goals.web.api import paths
from goals.web.api.deciding import person_behind
from goals.web.api.signed import GoalName
from governance import escalations
from governance.enums import EscalationStatus
from governance.escalations import causes
from governance.models import Escalation
from governance.strict.fields import matching
from governance.web.api.inputs import Body, Page, PersonId, QueryNumber, Reason
from governance.web.api.operation import Call, Listing, Read, Write
from governance.web.api.outputs import Facts, Flag, Maybe, Number, OneOf, PersonOut, Text, When


class OfferOut(serializers.Serializer[Any]):
    name = Text()
    meaning = Text()


class EscalationOut(serializers.Serializer[Escalation]):
    """A question to a named person. One that `stops` keeps its goal from going on."""

    id = Number(source="pk")
    ref = Text()
    goal = Text(source="account.ref")
    cause = Text()
    subject = Maybe()
    stops = Flag()
    sentence = Text()
    status = OneOf(EscalationStatus)
    level = Number()
    assigned_to = PersonOut(allow_null=True)
    opened_at = When()
    due_at = When()
    answer = Maybe()
    answered_by = PersonOut(allow_null=True)
    answered_at = When(allow_null=True)
    reason = Maybe()
    earlier = Text(source="earlier.ref", allow_null=True)


class EscalationDetailOut(EscalationOut):
    """A question with its evidence and the answers it has."""

    evidence = Facts(source="evidence_text")
    answers = OfferOut(many=True, source="offered")


def rows() -> QuerySet[Escalation]:
    return Escalation.objects.select_related("account", "assigned_to", "answered_by", "earlier")


def in_full(escalation_id: int) -> Escalation:
    """The question with the answers that its cause offers."""
    found: Any = rows().get(pk=escalation_id)
    found.offered = list(causes.of(found.cause).answers.values())
    return found


class ListEscalations(Listing):
    """Questions that the caller may see, the newest first."""

    Output = EscalationOut

    class Query(Page):
        status: Literal["open", "answered", "expired", "moot"] | None = None
        goal: GoalName | None = None
        assigned_to: QueryNumber | None = None

    def run(self, call: Call) -> QuerySet[Escalation]:
        asked = call.query
        account = None if asked.goal is None else paths.named_goal(asked.goal).account_id
        wanted = {"status": asked.status, "account": account, "assigned_to": asked.assigned_to}
        given = {name: value for name, value in wanted.items() if value is not None}
        return rows().filter(pk__in=call.sight.escalations().values("pk"), **given)


class ShowEscalation(Read):
    """One question with its evidence."""

    Output = EscalationDetailOut

    def run(self, call: Call) -> Escalation:
        return in_full(paths.escalation(call).pk)


class AnswerEscalation(Write):
    """Take one of its answers, once. What it does is done in the same transaction."""

    asks = "answer a question"
    Output = EscalationDetailOut
    example = {"answer": "resume", "reason": "The file is there now."}

    class Input(Body):
        answer: Annotated[str, matching(r"[a-z][a-z-]{0,39}", "resume")]
        reason: Reason
        data: dict[str, Any] | None = None
        on_behalf_of: PersonId | None = None

    def run(self, call: Call) -> Escalation:
        question, body = paths.escalation(call), call.body
        escalations.answer(
            acting=call.acting, escalation_id=question.pk, answer=body.answer, reason=body.reason,
            data=body.data, on_behalf_of=person_behind(body.on_behalf_of),
        )  # fmt: skip
        return in_full(question.pk)


class AskEscalationAgain(Write):
    """Put an expired question once more."""

    asks = "ask a question again"
    status = 201
    Output = EscalationDetailOut
    example = {"reason": "It still matters."}

    class Input(Body):
        reason: Reason

    def run(self, call: Call) -> Escalation:
        again = escalations.ask_again(
            acting=call.acting, escalation_id=paths.escalation(call).pk, reason=call.body.reason
        )
        return in_full(again.pk)
