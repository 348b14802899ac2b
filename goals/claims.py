"""Completion: an agent or a person claims it, a named person accepts or rejects it. Two acts, two records.

Who claimed it by hand, or wrote the turn in which the agent did, never accepts it.
"""

from __future__ import annotations

from goals import authority, closing, lifecycle, store, strategies
from goals.models import Claim, Execution, Goal
from governance import audit, authorisations, clock, escalations
from governance.actors import COUNTERSIGN, Acting
from governance.authorisations.digests import ending_covers
from governance.enums import AuthorisationStatus
from governance.errors import Conflict, Invalid
from governance.models import Authorisation
from governance.transactions import outermost, require_transaction


def make(
    *, goal: Goal, claimant: str, evidence: str, execution: Execution | None, acting: Acting = COUNTERSIGN
) -> Claim:
    """Complete a locked goal on somebody's word and ask a person to accept it."""
    require_transaction()
    change = lifecycle.complete(
        store.state_of(goal), ref=store.ref_of(goal), live=True, now_ms=store.now_ms()
    )
    store.apply(acting=acting, goal=goal, change=change)
    by = acting.person if execution is None else execution.writer
    claim = Claim.objects.create(
        goal=goal,
        execution=execution,
        claimant=claimant,
        claimed_by=by,
        evidence=evidence,
        claimed_at=clock.now(),
    )
    audit.record(
        acting=acting, on=goal.account, action="completion.claimed",
        sentence=f"{claimant} claimed that the goal is complete: “{_short(evidence)}” No money moved.",
        facts={"goal": goal.id, "revision": goal.revision, "claim": claim.pk, "evidence": evidence},
    )  # fmt: skip
    escalations.open_question(
        acting=acting, account=goal.account, cause="completion-claimed", stops=False,
        sentence=f"{claimant} says that the goal is complete. Is it?", evidence={"evidence": evidence}, but=by,
    )  # fmt: skip
    return claim


def accept(*, acting: Acting, goal_id: str, reason: str) -> Claim:
    """A named person with authority certifies completion; the envelope gets back what was not spent."""
    with outermost():
        return accept_locked(acting=acting, goal=store.lock_with_envelope(goal_id), reason=reason)


def reject(*, acting: Acting, goal_id: str, reason: str) -> Claim:
    """A named person says it is not complete: the goal is blocked `completion-rejected`, disarmed."""
    with outermost():
        return reject_locked(acting=acting, goal=store.lock(goal_id), reason=reason)


def refuse_accepting(acting: Acting, goal: Goal) -> None:
    """Raises Forbidden without the authority, SelfApproval for whoever claimed it or stands in for them."""
    authority.require(acting, goal, authority.RESUMERS, "accept")
    standing = (
        Claim.objects.select_related("claimed_by").filter(goal=goal, status=Claim.Status.CLAIMED).first()
    )
    if standing is not None:
        authority.require_another(
            acting, standing.claimed_by, did="claimed that the goal is complete", verb="accept"
        )


def accept_locked(*, acting: Acting, goal: Goal, reason: str) -> Claim:
    """As `accept`, inside the caller's transaction. Raises SelfApproval for whoever claimed it."""
    refuse_accepting(acting, goal)
    claim = _decide(acting, goal, Claim.Status.ACCEPTED, reason)
    closing.release_encumbrance(acting=acting, goal=goal)
    strategies.get(goal.strategy).closed(acting=acting, goal=goal)
    ended = _end_authorisation(acting, goal, reason)
    audit.record(
        acting=acting, on=goal.account, action="completion.accepted",
        sentence=f"{acting.name} accepted the goal as complete because “{reason}”; what was not spent goes back "
        "to the cost centre.",
        facts={"goal": goal.id, "claim": claim.pk, "reason": reason},
        covers=ending_covers(ended),
    )  # fmt: skip
    return claim


def reject_locked(*, acting: Acting, goal: Goal, reason: str) -> Claim:
    """As `reject`, inside the caller's transaction. Who claimed it may take it back this way."""
    authority.require(acting, goal, authority.RESUMERS, "reject")
    claim = _decide(acting, goal, Claim.Status.REJECTED, reason)
    change = lifecycle.reopen(
        store.state_of(goal), message=reason, ref=store.ref_of(goal), live=True, now_ms=store.now_ms()
    )
    store.apply(acting=acting, goal=goal, change=change)
    audit.record(
        acting=acting, on=goal.account, action="completion.rejected",
        sentence=f"{acting.name} rejected the claim of completion because “{reason}”; no money moved.",
        facts={"goal": goal.id, "revision": goal.revision, "claim": claim.pk, "reason": reason},
    )  # fmt: skip
    escalations.open_question(
        acting=acting, account=goal.account, cause="completion-rejected", sentence=reason,
        evidence={"rejected_by": acting.name},
    )  # fmt: skip
    return claim


def _end_authorisation(acting: Acting, goal: Goal, reason: str) -> Authorisation | None:
    signed = Authorisation.objects.filter(account=goal.account, status=AuthorisationStatus.IN_FORCE).first()
    if signed is not None:
        authorisations.end(
            signed, status=AuthorisationStatus.ENDED, by=acting.person, reason=reason, at=clock.now()
        )
    return signed


def _decide(acting: Acting, goal: Goal, status: str, reason: str) -> Claim:
    require_transaction()
    if not reason.strip():
        raise Invalid("A decision needs a reason.", field="reason")
    claim = Claim.objects.filter(goal=goal).order_by("-pk").first()
    if claim is None:
        raise Conflict("Nobody has claimed completion of this goal.", code="no-claim")
    now = clock.now()
    taken = Claim.objects.filter(pk=claim.pk, status=Claim.Status.CLAIMED).update(
        status=status, decided_by=acting.person, decided_at=now, reason=reason
    )
    if not taken:
        claim.refresh_from_db()
        raise Conflict(
            f"{claim.decided_by} has already {claim.status} this claim.", code="already-decided",
            decided_by=str(claim.decided_by), status=claim.status,
        )  # fmt: skip
    claim.refresh_from_db()
    return claim


def _short(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"
