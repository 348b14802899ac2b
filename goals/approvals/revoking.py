"""Taking a signature's effect back: no further round, the running one ends before its next step."""

from __future__ import annotations

from goals import activation, store
from goals.approvals import refusing
from goals.models import Goal
from governance import audit, authorisations, clock, envelopes, strict, wording
from governance.actors import Acting
from governance.authorisations.digests import ending_covers
from governance.enums import AuthorisationStatus, Role
from governance.errors import Conflict, NotFound
from governance.people import requiring
from governance.transactions import outermost

MAY = frozenset({Role.APPROVER, Role.CONTROLLER})


def revoke(*, acting: Acting, goal_id: str, reason: str) -> Goal:
    """End the authorisation in force, disarm the goal, give its unspent money back to the envelope.

    By an approver or a controller. The way on is a new request for terms. Raises Conflict `already-ended`.
    """
    with refusing.recorded(acting=acting, doing="revoke an authorisation"), outermost():
        person, why, at = requiring.named_person(acting, to="revoke"), strict.reason(reason), clock.now()
        requiring.one_of(person, MAY, at, to="revoke an authorisation")
        account_id = Goal.objects.filter(pk=goal_id).values_list("account_id", flat=True).first()
        if account_id is None:
            raise NotFound("There is no such goal.", field="goal")
        envelopes.lock_account(account_id)
        goal = store.lock(goal_id)
        signed = goal.account.authorisation
        if signed is None:
            raise Conflict("Nothing is signed for this goal.", code="already-ended")
        authorisations.end(signed, status=AuthorisationStatus.REVOKED, by=person, reason=why, at=at)
        freed = envelopes.settle(acting=acting, account=goal.account)
        disarmed = activation.disarm(goal)
        back = f" {wording.amount(freed, goal.account.currency)} go back to the envelope." if freed else ""
        audit.record(
            acting=acting,
            on=goal.account,
            action="authorisation.revoked",
            sentence=f"{person} revoked the authorisation of {goal.ref} because {wording.because(why)}"
            f"{back} No further round may start.",
            facts={"goal": goal.pk, "authorisation": signed.pk, "disarmed": disarmed, "freed": freed},
            covers=ending_covers(signed),
        )
        return goal
