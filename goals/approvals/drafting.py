"""Turns terms into what is asked for, once they make sense here and now. Decides nothing about who signs."""

from __future__ import annotations

from datetime import datetime

from goals import store, strategies
from goals.agent.tools import registry
from goals.approvals import context
from goals.enums import Phase
from goals.errors import GoalAlreadyExists
from goals.models import Session
from goals.state import GoalState
from goals.terms import Terms
from governance import envelopes
from governance.authorisations import Draft
from governance.enums import RequestKind
from governance.errors import Conflict, Forbidden, Invalid, NotFound
from governance.models import Account, CostCentre, Person
from governance.money import CENT


def of_goal(
    *,
    terms: Terms,
    requester: Person,
    reason: str,
    session_id: int | None,
    due_at: datetime | None,
    at: datetime,
) -> Draft:
    """A request for a new goal, in a session of the requester's or in a new one."""
    centre = _checked(terms, at)
    if session_id is not None:
        _require_free(session_id, requester)
    known = context.gather(terms=terms, requester=requester, cost_centre=centre, at=at)
    return Draft(
        kind=RequestKind.GOAL,
        title=terms.objective,
        reason=reason,
        text=terms.text,
        total_tokens=terms.budget_tokens,
        total_money=terms.budget_money,
        currency=terms.currency,
        cost_centre=centre,
        context={**known, "session": session_id},
        due_at=due_at,
    )


def of_change(
    *, terms: Terms, requester: Person, reason: str, account: Account, base: str, due_at: datetime | None,
    at: datetime,
) -> Draft:  # fmt: skip
    """A request for other terms of a goal, in absolute totals over the base they were read from."""
    centre = _checked(terms, at)
    known = context.gather(terms=terms, requester=requester, cost_centre=centre, at=at, account=account)
    return Draft(
        kind=RequestKind.TERMS,
        title=terms.objective,
        reason=reason,
        text=terms.text,
        total_tokens=terms.budget_tokens,
        total_money=terms.budget_money,
        currency=terms.currency,
        cost_centre=centre,
        account=account,
        base_digest=base,
        context=known,
        due_at=due_at,
    )


def _checked(terms: Terms, at: datetime) -> CostCentre:
    strategies.get(terms.strategy).check_terms(terms)
    if strangers := [name for name in terms.tools if not registry.known(name)]:
        raise Invalid(
            f"There is no tool {strangers[0]}. The tools are {', '.join(registry.WORKSPACE_TOOLS)}.",
            field="tools",
        )
    centre = CostCentre.objects.filter(code=terms.cost_centre).first()
    if centre is None:
        raise NotFound(f"There is no cost centre {terms.cost_centre}.", field="cost_centre")
    if centre.suspended:
        raise Conflict(f"{centre} is suspended; nothing can be signed for it.", code="suspended")
    if terms.currency != centre.currency:
        raise Invalid(f"{centre} keeps its books in {centre.currency}.", field="currency")
    if terms.budget_tokens < 1:
        raise Invalid("Ask for at least 1 token.", field="budget_tokens")
    if terms.budget_money is not None and not terms.budget_money:
        raise Invalid("Ask for more than 0, or leave the money cap out.", field="budget_money")
    if terms.budget_money is not None and terms.budget_money % CENT:
        raise Invalid("A money cap is in whole cents, such as 12.50.", field="budget_money")
    if terms.budget_money is None and envelopes.used_by(centre):
        raise Invalid(f"{centre} pays out of an envelope, so give a money cap.", field="budget_money")
    if terms.valid_until <= at:
        raise Invalid("Terms must end in the future.", field="valid_until")
    return centre


def _require_free(session_id: int, requester: Person) -> None:
    session = Session.objects.filter(pk=session_id).first()
    if session is None:
        raise NotFound("There is no such session.", field="session")
    if session.owner_id != requester.pk:
        raise Forbidden(f"{session.ref} is not yours.", code="wrong-person", field="session")
    current = store.current_of(session)
    if isinstance(current, GoalState) and current.phase is not Phase.COMPLETE:
        raise GoalAlreadyExists.beside(
            goal_id=current.id, revision=current.revision, phase=current.phase.value
        )
