"""Goals as they are answered: the budget equation in both units, where they stand, what comes next."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from goals.enums import Activation, Phase
from goals.models import Claim, Goal
from governance.enums import Act, AuthorisationStatus
from governance.models import Account, Authorisation, Signature
from governance.web.api.outputs import (
    Described,
    Facts,
    Flag,
    Maybe,
    Money,
    Number,
    OneOf,
    PersonOut,
    Text,
    Tokens,
    When,
    Words,
)

CLOSED = "closed"
PHASES = (*Phase, CLOSED)


class PhaseOf(OneOf):
    """The goal's phase, or "closed" once it was cleared."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(PHASES, source="*", **kwargs)

    def to_representation(self, value: Goal) -> str:
        return CLOSED if value.cleared else str(value.phase)


class ActivationOf(OneOf):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Activation, source="armed_now", **kwargs)

    def to_representation(self, value: bool) -> str:
        return str(Activation.ARMED if value else Activation.DISARMED)


class TokensOut(serializers.Serializer[Account]):
    """budget = spent + committed + available − over."""

    budget = Tokens(source="budget_tokens")
    spent = Tokens(source="spent_tokens")
    committed = Tokens(source="held_tokens")
    available = Tokens(source="available_tokens")
    over = Tokens(source="over_tokens")


class AmountsOut(serializers.Serializer[Account]):
    """The same in money. Without a money cap, budget and available are null and nothing is over."""

    currency = Text()
    budget = Money(source="budget_money", allow_null=True)
    spent = Money(source="spent_money")
    committed = Money(source="held_money")
    available = Money(source="available_money", allow_null=True)
    over = Money(source="over_money")


class SignatureOut(serializers.Serializer[Signature]):
    """One act of one person, with name, title, role and limit as they were at that moment."""

    act = OneOf(Act)
    request_revision = Number()
    person = PersonOut()
    name = Text(source="person_name")
    title = Maybe(source="person_title")
    on_behalf_of = PersonOut(allow_null=True)
    role = Text()
    limit_tokens = Tokens(allow_null=True)
    limit_money = Money(allow_null=True)
    reason = Text()
    method = Text()
    policy_version = Text()
    page_digest = Text()
    terms_digest = Text()
    at = When()


class AuthorisationOut(serializers.Serializer[Authorisation]):
    """A signature under a goal's terms."""

    id = Number(source="pk")
    goal = Text(source="account.ref")
    request = Text(source="request.ref")
    status = OneOf(AuthorisationStatus)
    terms_digest = Text()
    terms = Facts(source="terms_text")
    valid_from = When()
    valid_until = When()
    ended_at = When(allow_null=True)
    ended_by = PersonOut(allow_null=True)
    ended_reason = Maybe()
    signatures = SignatureOut(source="request.signatures.all", many=True)


class GoalOut(serializers.Serializer[Goal]):
    """A goal at its present revision."""

    id = Text(source="pk")
    ref = Text()
    revision = Number()
    objective = Text()
    phase = PhaseOf()
    blocked_code = Maybe()
    blocked_message = Maybe()
    activation = ActivationOf()
    strategy = Text()
    rounds_started = Number()
    max_rounds = Number()
    owner = PersonOut(source="account.owner")
    cost_centre = Text(source="account.cost_centre.code")
    tokens = TokensOut(source="account")
    money = AmountsOut(source="account")
    terms_version = Number(source="account.terms_version")
    created_at = When(source="account.created_at")


class ClaimOut(serializers.Serializer[Claim]):
    """Completion as it was claimed, and what a person decided about it."""

    id = Number(source="pk")
    goal = Text(source="goal.ref")
    claimant = Text()
    evidence = Text()
    status = OneOf(Claim.Status)
    claimed_at = When()
    decided_by = PersonOut(allow_null=True)
    decided_at = When(allow_null=True)
    reason = Maybe()


class AnswerOut(serializers.Serializer[Any]):
    """What the gate says. `passed` names the checks that were met, in order; the first that failed is `code`."""

    admitted = Flag()
    number = Number(allow_null=True)
    code = Text()
    sentence = Text()
    retryable = Flag()
    numbers = Facts()
    passed = Words()
    hold_tokens = Tokens()
    hold_money = Money()


class Sentences(Described):
    described = {"type": "array", "items": {"type": "string"}}

    def to_representation(self, value: Any) -> list[str]:
        return [str(one) for one in value]


class NextOut(serializers.Serializer[Any]):
    """What would happen if a round were due now, and which commands the goal would take."""

    would_admit = Flag(source="answer.admitted")
    code = Text(source="answer.code")
    sentence = Text(source="answer.sentence")
    commands = Sentences()


class GoalDetailOut(GoalOut):
    """A goal with its terms, who signed, and what comes next."""

    session = Text(source="session.ref")
    terms_digest = Text(source="account.terms.digest")
    terms = Facts(source="account.terms.text")
    authorisation = Number(source="account.authorisation_id")
    valid_until = When(source="account.authorisation.valid_until")
    claim = ClaimOut(source="latest_claim", allow_null=True)
    escalations = Words(source="open_questions")
    next = NextOut(source="prospect")
