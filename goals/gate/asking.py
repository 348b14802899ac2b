"""Reads the facts and asks the judgement: the dry run, and the first half of every admission."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, CharField, Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat, Now

from goals import store, strategies
from goals.gate.answer import Answer
from goals.gate.facts import Facts
from goals.gate.judgement import judge
from goals.models import Armed, DriverLease, Execution, Goal, HumanInput
from goals.terms import Terms, read_terms, within
from governance import authorisations, prices
from governance.compiled import Compiled
from governance.models import Account, Authorisation, Escalation, Freeze
from governance.models import Terms as TermsVersion
from governance.money import ZERO


def ask(
    goal: Goal,
    *,
    kind: str = "round",
    asked_revision: int | None = None,
    asked_number: int | None = None,
    budget_tokens: int | None = None,
    budget_money: Decimal | None = None,
) -> Answer:
    """Would the gate admit now? With other totals if given. Reads only; holds and records nothing."""
    return ask_as_read(
        store.read(goal.pk), kind=kind, asked_revision=asked_revision, asked_number=asked_number,
        budget_tokens=budget_tokens, budget_money=budget_money,
    )  # fmt: skip


def ask_as_read(
    goal: Goal,
    *,
    kind: str = "round",
    asked_revision: int | None = None,
    asked_number: int | None = None,
    budget_tokens: int | None = None,
    budget_money: Decimal | None = None,
) -> Answer:
    """As `ask`, for a goal that was read this moment, with its account and session."""
    facts = gather(goal, kind=kind, asked_revision=asked_revision, asked_number=asked_number)
    if budget_tokens is not None:
        facts = replace(facts, budget_tokens=budget_tokens, over_tokens=0)
    if budget_money is not None:
        facts = replace(facts, budget_money=budget_money, over_money=ZERO)
    return judge(facts)


def ask_locked(
    goal: Goal, *, kind: str, asked_revision: int | None = None, asked_number: int | None = None
) -> Answer:
    """As `ask`, for a goal that the caller has just read under its account's lock."""
    return judge(gather(goal, kind=kind, asked_revision=asked_revision, asked_number=asked_number))


def gather(
    goal: Goal, *, kind: str, asked_revision: int | None = None, asked_number: int | None = None
) -> Facts:
    """The facts about this goal at this instant; the goal and its account are taken as they are given."""
    account: Account = goal.account
    beside = _BESIDE.first(goal=goal.pk)
    assert beside is not None
    terms, now = read_terms(beside["terms_text"]), beside["now"]
    account.terms = TermsVersion(
        pk=account.terms_id, account_id=account.pk, version=account.terms_version, text=beside["terms_text"],
        digest=beside["terms_digest"],
    )  # fmt: skip
    unpriced, floor_tokens, floor_money = _floor(goal, terms, account, now)
    question, lease_until = beside["open_escalation"], beside["lease_until"]
    return Facts(
        kind=kind,
        asked_goal_id=goal.pk,
        asked_revision=goal.revision if asked_revision is None else asked_revision,
        asked_number=asked_number,
        goal_id=goal.pk,
        revision=goal.revision,
        cleared=goal.cleared,
        phase=goal.phase,
        blocked_code=goal.blocked_code,
        blocked_message=goal.blocked_message,
        escalation=f"E-{question:04d}" if question else "",
        frozen_by=beside["frozen_by"] or "",
        frozen_reason=beside["frozen_reason"] or "",
        live_epoch=beside["live_epoch"] if lease_until and lease_until > now else None,
        armed_epoch=beside["armed_epoch"],
        lapsed=_lapsed(account, terms, beside),
        live_execution=beside["live_name"] or "",
        live_state=beside["live_state"] or "",
        human_waiting=beside["human_waiting"],
        rounds_started=goal.rounds_started,
        max_rounds=goal.max_rounds,
        strategy_says=strategies.get(goal.strategy).may_continue(goal) if kind == "round" else None,
        unpriced=unpriced,
        budget_tokens=account.budget_tokens,
        spent_tokens=account.spent_tokens,
        held_tokens=account.held_tokens,
        over_tokens=account.over_tokens,
        per_round_tokens=_limit(terms, kind),
        budget_money=account.budget_money,
        spent_money=account.spent_money,
        held_money=account.held_money,
        over_money=account.over_money,
        per_round_money=terms.per_round_money,
        currency=account.currency,
        floor_tokens=floor_tokens,
        floor_money=floor_money,
        suspended=account.suspended,
    )


def _limit(terms: Terms, kind: str) -> int | None:
    return terms.per_round_tokens if kind == "round" else terms.per_turn_tokens or terms.per_round_tokens


def _beside(*, goal: str) -> QuerySet[Goal, dict[str, Any]]:
    """What stands in other rows than the goal's and its account's, in one query."""
    live = Execution.objects.filter(goal=OuterRef("pk"), state__in=Execution.LIVE)
    lease = DriverLease.objects.filter(pk=1)
    frozen = Freeze.objects.filter(lifted_at=None).filter(
        Q(cost_centre=None) | Q(cost_centre=OuterRef("account__cost_centre"))
    )
    waiting = HumanInput.objects.filter(goal=OuterRef("pk"), status="waiting").order_by()
    questions = Escalation.objects.filter(account=OuterRef("account"), status="open", stops=True)
    named = Coalesce(
        Concat(Value("round "), "number", output_field=CharField()), Value("a person's turn"),
        output_field=CharField(),
    )  # fmt: skip
    counted = Subquery(waiting.values("goal").annotate(n=Count("pk")).values("n")[:1])
    return (
        Goal.objects.filter(pk=goal)
        .annotate(
            terms_text=F("account__terms__text"),
            terms_digest=F("account__terms__digest"),
            signed_digest=F("account__authorisation__terms_digest"),
            signed_text=F("account__authorisation__terms_text"),
            signed_request=F("account__authorisation__request_id"),
            armed_epoch=Subquery(Armed.objects.filter(goal=OuterRef("pk")).values("epoch")[:1]),
            live_epoch=Subquery(lease.values("epoch")[:1]),
            lease_until=Subquery(lease.values("lease_until")[:1]),
            live_name=Subquery(live.annotate(name=named).values("name")[:1]),
            live_state=Subquery(live.values("state")[:1]),
            frozen_by=Subquery(frozen.values("frozen_by__display_name")[:1]),
            frozen_reason=Subquery(frozen.values("reason")[:1]),
            human_waiting=Coalesce(counted, 0, output_field=BigIntegerField()),
            open_escalation=Subquery(questions.order_by("-pk").values("pk")[:1]),
            now=Now(),
        )
        .values(*_BESIDE_COLUMNS)
    )


_BESIDE_COLUMNS = (
    "terms_text", "terms_digest", "signed_digest", "signed_text", "signed_request", "armed_epoch", "live_epoch",
    "lease_until", "live_name", "live_state", "frozen_by", "frozen_reason", "human_waiting", "open_escalation", "now",
)  # fmt: skip
_BESIDE = Compiled(_beside, goal=str)


def _lapsed(account: Account, terms: Terms, beside: dict[str, Any]) -> str:
    signed = Authorisation(pk=account.authorisation_id, request_id=beside["signed_request"])
    reason = authorisations.standing(signed, at=beside["now"])
    if not reason and terms.valid_until <= beside["now"]:
        reason = f"The terms ended on {terms.valid_until:%d %b %Y at %H:%M} UTC."
    if reason or beside["terms_digest"] == beside["signed_digest"]:
        return reason
    beyond = within(terms, read_terms(beside["signed_text"]))
    if not beyond:
        return ""
    return f"The terms now reach beyond what was signed: {', '.join(beyond)}."


def _floor(row: Goal, terms: Terms, account: Account, now: datetime) -> tuple[tuple[str, ...], int, Decimal]:
    input_bound = strategies.get(row.strategy).floor_tokens(row, terms)
    output = settings.COUNTERSIGN.min_output_tokens
    book = {model: prices.price_for(model, currency=account.currency, at=now) for model in terms.models}
    unpriced = tuple(sorted(model for model, price in book.items() if price is None))
    dearest = max(
        (
            prices.bound(price, input_tokens=input_bound, output_tokens=output)
            for price in book.values()
            if price
        ),
        default=ZERO,
    )
    return unpriced, input_bound + output, dearest
