"""Narrower terms take effect at once, as their own named event. The running round keeps what it was admitted with."""

from __future__ import annotations

from goals import store
from goals.approvals import changing, refusing
from goals.approvals.asking import open_goal, require_base
from goals.models import Goal
from goals.terms import Terms, read_terms, widens
from governance import audit, clock, envelopes, strict, wording
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Invalid
from governance.models import Person
from governance.people import requiring
from governance.transactions import outermost

MAY = frozenset({Role.APPROVER, Role.CONTROLLER, Role.OPERATOR})


def narrow(*, acting: Acting, goal_id: str, terms: Terms, base_digest: str, reason: str) -> Goal:
    """Put these terms in the place of those with `base_digest`. By the owner, approver, controller or operator.

    A budget below what is spent and held is allowed: available shows "over by", nothing more is admitted.
    Raises Invalid `needs-signature` naming the fields that would widen, Conflict `stale-terms`.
    """
    with refusing.recorded(acting=acting, doing="narrow the terms"), outermost():
        account_id = open_goal(goal_id).account_id
        envelopes.lock_account(account_id)
        goal = store.lock(goal_id)
        require_base(goal.account, base_digest)
        return narrow_locked(acting=acting, goal=goal, terms=terms, reason=reason)


def narrow_locked(*, acting: Acting, goal: Goal, terms: Terms, reason: str) -> Goal:
    """As `narrow` on a goal locked with its envelope, over the terms that stand. Composable."""
    at, why, person = clock.now(), strict.reason(reason), _allowed(acting, goal)
    assert goal.account.terms is not None
    old = read_terms(goal.account.terms.text)
    _require_narrower(old, terms)
    moved = changing.move_books(goal, old, terms, by=person, at=at)
    edited = changing.edit_goal(goal, old, terms, acting=acting)
    audit.record(
        acting=acting,
        on=goal.account,
        action="terms.narrowed",
        sentence=f"{person} narrowed the terms of {goal.ref}, {changing.told(moved.fields, old, terms)}, because "
        f"{wording.because(why)}{_over(goal)}",
        facts={"goal": goal.pk, "revision": goal.revision, "edited": edited, "changed": moved.fields,
               "terms_version": goal.account.terms_version, "overtaken": moved.overtaken, "reason": why,
               "encumbered": goal.account.encumbered_money},
        covers=moved.covers,
        effect_tokens=moved.effect_tokens,
        effect_money=moved.effect_money,
    )  # fmt: skip
    return goal


def _allowed(acting: Acting, goal: Goal) -> Person:
    person = requiring.named_person(acting, to="narrow the terms")
    if person.pk != goal.account.owner_id:
        requiring.one_of(person, MAY, clock.now(), to="narrow the terms of somebody else's goal")
    return person


def _require_narrower(old: Terms, new: Terms) -> None:
    wider = widens(old, new)
    if wider:
        raise Invalid(
            f"This would widen {wording.names([name.replace('_', ' ') for name in wider])}, which needs a "
            "signature: ask for it as a change of terms.",
            field=wider[0],
            code="needs-signature",
            widens=wider,
        )
    if old == new:
        raise Invalid("These terms are the ones that stand.", field="terms", code="no-change")


def _over(goal: Goal) -> str:
    account = goal.account
    if not account.over_tokens and not account.over_money:
        return ""
    over = wording.tokens(account.over_tokens) if account.over_tokens else ""
    money = wording.amount(account.over_money, account.currency) if account.over_money else ""
    return (
        f" It is over by {wording.names([part for part in (over, money) if part])}; nothing more is admitted."
    )
