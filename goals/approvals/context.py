"""What an approver should know before signing: what the same objective already cost, and what else is open.

Reads only. Figures are of the moment; the request keeps those of the moment it was asked.
"""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, QuerySet, Sum

from goals.approvals.likeness import likeness
from goals.enums import Phase
from goals.models import Goal
from goals.terms import Terms, read_terms
from governance import clock, prices
from governance.models import Account, CostCentre, Person, Request
from governance.money import ZERO

SHOWN = 20


def gather(
    *, terms: Terms, requester: Person, cost_centre: CostCentre, at: datetime, account: Account | None = None
) -> dict[str, Any]:
    """Facts for the approver: ints, decimals and strings only.

    `same_objective` lists at most 20 earlier goals, newest first; its totals count all of them.
    """
    same = Account.objects.filter(likeness=likeness(terms.objective))
    if account is not None:
        same = same.exclude(pk=account.pk)
    return {
        "same_objective": {**_totals(same), "goals": _listed(same)},
        "requester_elsewhere": _open_of(requester, cost_centre, account),
        "unpriced": [
            model for model in terms.models if prices.price_for(model, currency=terms.currency, at=at) is None
        ],
    }


def of(request: Request) -> dict[str, Any]:
    """The same facts now, for a stored goal or terms request."""
    assert request.cost_centre is not None
    return gather(
        terms=read_terms(request.terms_text), requester=request.requester, cost_centre=request.cost_centre,
        at=clock.now(), account=request.account,
    )  # fmt: skip


def _totals(accounts: QuerySet[Account]) -> dict[str, Any]:
    found = accounts.aggregate(count=Count("pk"), tokens=Sum("spent_tokens"), money=Sum("spent_money"))
    return {
        "count": found["count"], "spent_tokens": found["tokens"] or 0, "spent_money": _exact(found["money"]),
    }  # fmt: skip


def _listed(accounts: QuerySet[Account]) -> list[dict[str, Any]]:
    goals = Goal.objects.filter(account__in=accounts).select_related("account__owner").order_by("-account_id")
    return [
        {
            "goal": goal.ref, "phase": "closed" if goal.cleared else goal.phase, "rounds": goal.rounds_started,
            "spent_tokens": goal.account.spent_tokens, "spent_money": goal.account.spent_money,
            "owner": str(goal.account.owner),
        }
        for goal in goals[:SHOWN]
    ]  # fmt: skip


def _open_of(requester: Person, cost_centre: CostCentre, but: Account | None) -> dict[str, Any]:
    standing = Account.objects.filter(owner=requester, cost_centre=cost_centre, goal__cleared=False).exclude(
        goal__phase=Phase.COMPLETE
    )
    if but is not None:
        standing = standing.exclude(pk=but.pk)
    found = standing.aggregate(count=Count("pk"), tokens=Sum(F("budget_tokens")), money=Sum("budget_money"))
    return {
        "goals": found["count"], "budget_tokens": found["tokens"] or 0, "budget_money": _exact(found["money"]),
    }  # fmt: skip


def _exact(money: Decimal | None) -> Decimal:
    return ZERO if money is None else money
