"""What a request is called and what it is about, in one line each, from its stored text. Pure but for its rows."""

from __future__ import annotations

import json
from decimal import Decimal

from goals.terms import Terms, read_terms
from goals.web.terms_words import MANNERS
from governance.enums import RequestKind, RequestStatus
from governance.models import Request
from governance.money import ZERO
from governance.web.format import counted, money, tokens
from governance.web.inbox.lately import short
from governance.wording import unclosed

KINDS = {
    RequestKind.GOAL: "New goal", RequestKind.TERMS: "Change of terms", RequestKind.ROLE: "Role",
    RequestKind.BAND: "Approval policy", RequestKind.PRICE: "Price", RequestKind.ENVELOPE: "Envelope",
}  # fmt: skip
STATES = {
    RequestStatus.PENDING: ("waits", "Waits for a signature"), RequestStatus.SENT_BACK: ("waits", "Sent back"),
    RequestStatus.APPROVED: ("signed", "Signed"), RequestStatus.DECLINED: ("declined", "Declined"),
    RequestStatus.WITHDRAWN: ("refused", "Withdrawn"), RequestStatus.EXPIRED: ("expired", "Expired, nobody answered"),
    RequestStatus.STALE: ("expired", "Overtaken"),
}  # fmt: skip


def spends(request: Request) -> bool:
    return request.kind in (RequestKind.GOAL, RequestKind.TERMS)


def terms_of(request: Request) -> Terms:
    """The terms asked for, of a request for a goal or for other terms."""
    return read_terms(request.terms_text)


def raises(request: Request) -> bool:
    """Whether it asks for more tokens or money than the goal has."""
    if request.kind != RequestKind.TERMS or request.account is None:
        return False
    more = request.total_money is not None and request.total_money > (request.account.budget_money or ZERO)
    return more or request.total_tokens > request.account.budget_tokens


def kind(request: Request) -> str:
    return "Budget raise" if raises(request) else kind_word(request.kind)


def kind_word(request_kind: str) -> str:
    """What this kind of request is called; its own word where nobody gave it another."""
    return KINDS.get(RequestKind(request_kind), request_kind.replace("-", " ").capitalize())


def glyph(request: Request) -> str:
    return "new" if request.kind == RequestKind.GOAL else "waits"


def short_title(request: Request) -> str:
    return short(request.title, limit=160)


def page_title(request: Request) -> str:
    """The title of its page, as what signing would do."""
    quoted = f"“{short(request.title, limit=220)}”"
    if request.kind == RequestKind.TERMS:
        return f"Raise the budget of {quoted}" if raises(request) else f"Change the terms of {quoted}"
    return request.title


def about(request: Request) -> str:
    """One sentence for lists, from what the request kept when it was asked."""
    if not spends(request):
        return f"Because “{unclosed(short(request.reason, limit=140))}”."
    if request.kind == RequestKind.TERMS:
        return _goal_now(request)
    terms = terms_of(request)
    rounds = f"At most {counted(terms.max_rounds, 'round')}, {MANNERS.get(terms.strategy, terms.strategy)}."
    return f"{rounds} {_before(request)}".strip()


def _goal_now(request: Request) -> str:
    account = request.account
    assert account is not None
    goal = account.goal
    left = f"{tokens(account.available_tokens)} tokens"
    if account.available_money is not None:
        left = money(account.available_money, currency=account.currency)
    word = {"blocked": "Stopped", "paused": "Paused"}.get(goal.phase, "It stands")
    return f"{word} after round {goal.rounds_started} of {goal.max_rounds}: {left} left."


def _before(request: Request) -> str:
    same = json.loads(request.context_text).get("same_objective") or {}
    if not same.get("count"):
        return "No goal had the same objective before."
    spent = money(Decimal(same["spent_money"]), currency=request.currency)
    return (
        f"When it was asked, the same objective had cost {spent} in {counted(same['count'], 'earlier goal')}."
    )
