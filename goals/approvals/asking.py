"""Asking for a goal, or for other terms of one. Outermost verbs; a person or a service account may ask."""

from __future__ import annotations

import json
from datetime import datetime

from goals.approvals import drafting, refusing
from goals.enums import Phase
from goals.models import Goal
from goals.terms import Terms, changed, read_terms, widens
from governance import authorisations, clock
from governance.actors import Acting
from governance.enums import RequestKind
from governance.errors import Conflict, Forbidden, Invalid, NotFound
from governance.models import Account, Person, Request
from governance.models import Terms as TermsVersion
from governance.transactions import outermost


def ask_goal(
    *,
    acting: Acting,
    terms: Terms,
    reason: str,
    session_id: int | None = None,
    due_at: datetime | None = None,
) -> Request:
    """A request for a goal under these terms. Nothing is created or set aside before it is signed.

    Raises Invalid that names the field, `nobody-eligible` if nobody could sign; Forbidden; Conflict.
    """
    with refusing.recorded(acting=acting, doing="ask for a goal"), outermost():
        draft = drafting.of_goal(
            terms=terms, requester=_asker(acting), reason=reason, session_id=session_id, due_at=due_at,
            at=clock.now(),
        )  # fmt: skip
        return authorisations.ask(acting=acting, draft=draft)


def ask_change(
    *,
    acting: Acting,
    goal_id: str,
    terms: Terms,
    base_digest: str,
    reason: str,
    due_at: datetime | None = None,
) -> Request:
    """A request for these terms, whole and in absolute totals, in the place of those with `base_digest`.

    Raises Conflict `stale-terms` if the terms have moved since they were read, Invalid
    `narrowing-needs-no-signature` for terms that may simply be narrowed.
    """
    with refusing.recorded(acting=acting, doing="ask for other terms"), outermost():
        goal = open_goal(goal_id)
        require_base(goal.account, base_digest)
        _require_a_change(goal.account, terms)
        draft = drafting.of_change(
            terms=terms, requester=_asker(acting), reason=reason, account=goal.account, base=base_digest,
            due_at=due_at, at=clock.now(),
        )  # fmt: skip
        return authorisations.ask(acting=acting, draft=draft)


def resubmit(*, acting: Acting, request_id: int, revision: int, terms: Terms, reason: str) -> Request:
    """Ask again with these terms, by whoever asked. Signatures given before no longer count."""
    with refusing.recorded(acting=acting, doing="change this request", request_id=request_id), outermost():
        request, requester, at = authorisations.lock(request_id), _asker(acting), clock.now()
        if request.kind == RequestKind.GOAL:
            draft = drafting.of_goal(
                terms=terms, requester=requester, reason=reason, session_id=None, due_at=None, at=at
            )
            draft.context["session"] = session_of(request)
        elif request.kind == RequestKind.TERMS and request.account is not None:
            require_base(request.account, request.base_digest)
            _require_a_change(request.account, terms)
            draft = drafting.of_change(
                terms=terms, requester=requester, reason=reason, account=request.account,
                base=request.base_digest, due_at=None, at=at,
            )  # fmt: skip
        else:
            raise Invalid("This request has no terms; withdraw it and ask again.", field="terms")
        return authorisations.resubmit(acting=acting, request=request, revision=revision, draft=draft)


def open_goal(goal_id: str) -> Goal:
    """A goal whose terms can still change. Raises NotFound, Conflict for one that is closed or complete."""
    goal = Goal.objects.select_related("account__terms", "account__authorisation").filter(pk=goal_id).first()
    if goal is None:
        raise NotFound("There is no such goal.", field="goal")
    if goal.cleared or goal.phase == Phase.COMPLETE:
        ended = "closed" if goal.cleared else "complete"
        raise Conflict(f"{goal.ref} is {ended}. Ask for a new goal.", code="goal-ended", phase=goal.phase)
    return goal


def require_base(account: Account, digest: str) -> TermsVersion:
    """The terms that stand. Raises Conflict `stale-terms` if they are others than those with this digest."""
    assert account.terms is not None
    if account.terms.digest != digest:
        raise Conflict(
            f"The terms of {account.ref} have moved to version {account.terms_version} since they were read. "
            "Read them again.",
            code="stale-terms",
            terms_version=account.terms_version,
            terms_digest=account.terms.digest,
            asked_digest=digest,
        )
    return account.terms


def _require_a_change(account: Account, terms: Terms) -> None:
    assert account.terms is not None
    standing = read_terms(account.terms.text)
    for name in ("cost_centre", "currency"):
        if getattr(standing, name) != getattr(terms, name):
            raise Invalid("Another cost centre or currency needs a new goal.", field=name)
    lapsed = authorisations.in_force(account, at=clock.now()) is None
    if lapsed or widens(standing, terms):
        return
    if not changed(standing, terms):
        raise Invalid("These terms are the ones that stand.", field="terms", code="no-change")
    raise Invalid(
        "These terms only narrow what was signed, so they can take effect at once without a signature.",
        field="terms",
        code="narrowing-needs-no-signature",
    )


def session_of(request: Request) -> int | None:
    """The session a goal was asked for in, or None for a new one."""
    kept: dict[str, int | None] = json.loads(request.context_text)
    return kept.get("session")


def _asker(acting: Acting) -> Person:
    if acting.person is None:
        raise Forbidden("Only somebody who can be named may ask.", code="not-a-person")
    return acting.person
