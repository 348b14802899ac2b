"""Reads the facts and asks the judgement: the dry run, and the first half of every admission."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import BigIntegerField, CharField, Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Concat

from goals import strategies
from goals.gate.answer import Answer
from goals.gate.facts import Facts
from goals.gate.judgement import judge
from goals.models import Armed, DriverLease, Execution, Goal, HumanInput
from goals.terms import Terms, read_terms, within
from governance import authorisations, clock, prices
from governance.models import Account, Escalation, Freeze
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
    facts = gather(goal, kind=kind, asked_revision=asked_revision, asked_number=asked_number)
    if budget_tokens is not None:
        facts = replace(facts, budget_tokens=budget_tokens, over_tokens=0)
    if budget_money is not None:
        facts = replace(facts, budget_money=budget_money, over_money=ZERO)
    return judge(facts)


def gather(
    goal: Goal, *, kind: str, asked_revision: int | None = None, asked_number: int | None = None
) -> Facts:
    """The facts about this goal at this instant. Inside an admission the account is already locked."""
    row = _read(goal.pk)
    account: Account = row.account
    assert account.terms is not None
    assert account.authorisation is not None
    terms = read_terms(account.terms.text)
    now = clock.db_now()
    unpriced, floor_tokens, floor_money = _floor(row, terms, account, now)
    return Facts(
        kind=kind,
        asked_goal_id=goal.pk,
        asked_revision=row.revision if asked_revision is None else asked_revision,
        asked_number=asked_number,
        goal_id=row.pk,
        revision=row.revision,
        cleared=row.cleared,
        phase=row.phase,
        blocked_code=row.blocked_code,
        blocked_message=row.blocked_message,
        escalation=f"E-{row.open_escalation:04d}" if row.open_escalation else "",
        frozen_by=row.frozen_by or "",
        frozen_reason=row.frozen_reason or "",
        live_epoch=row.live_epoch if row.lease_until and row.lease_until > now else None,
        armed_epoch=row.armed_epoch,
        lapsed=_lapsed(account, terms, now),
        live_execution=row.live_name or "",
        live_state=row.live_state or "",
        human_waiting=row.human_waiting,
        rounds_started=row.rounds_started,
        max_rounds=row.max_rounds,
        strategy_says=strategies.get(row.strategy).may_continue(row) if kind == "round" else None,
        unpriced=unpriced,
        budget_tokens=account.budget_tokens,
        spent_tokens=account.spent_tokens,
        held_tokens=account.held_tokens,
        over_tokens=account.over_tokens,
        per_round_tokens=terms.per_round_tokens
        if kind == "round"
        else terms.per_turn_tokens or terms.per_round_tokens,
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


def _read(goal_id: str) -> Goal:
    live = Execution.objects.filter(goal=OuterRef("pk"), state__in=Execution.LIVE)
    lease = DriverLease.objects.filter(pk=1)
    frozen = Freeze.objects.filter(lifted_at=None).filter(
        Q(cost_centre=None) | Q(cost_centre=OuterRef("account__cost_centre"))
    )
    waiting = HumanInput.objects.filter(goal=OuterRef("pk"), status="waiting").order_by()
    questions = Escalation.objects.filter(account=OuterRef("account"), status="open", stops=True).order_by(
        "-pk"
    )
    named = Concat(Value("round "), "number", output_field=CharField())
    return (
        Goal.objects.select_related(
            "account__terms", "account__authorisation", "account__cost_centre", "session"
        )
        .annotate(
            armed_epoch=Subquery(Armed.objects.filter(goal=OuterRef("pk")).values("epoch")[:1]),
            live_epoch=Subquery(lease.values("epoch")[:1]),
            lease_until=Subquery(lease.values("lease_until")[:1]),
            live_name=Subquery(
                live.annotate(name=Coalesce(named, Value("a person's turn"), output_field=CharField()))
                .values("name")[:1]
            ),
            live_state=Subquery(live.values("state")[:1]),
            frozen_by=Subquery(frozen.values("frozen_by__display_name")[:1]),
            frozen_reason=Subquery(frozen.values("reason")[:1]),
            human_waiting=Coalesce(
                Subquery(waiting.values("goal").annotate(n=Count("pk")).values("n")[:1]),
                0, output_field=BigIntegerField(),
            ),
            open_escalation=Subquery(questions.values("pk")[:1]),
        )
        .get(pk=goal_id)
    )  # fmt: skip


def _lapsed(account: Account, terms: Terms, now: datetime) -> str:
    signed = account.authorisation
    reason = authorisations.standing(signed, at=now)
    if reason or account.terms.digest == signed.terms_digest:
        return reason
    beyond = within(terms, read_terms(signed.terms_text))
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
