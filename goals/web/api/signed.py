"""Authorisations: who signed what, whether it holds, and taking its effect back. Claims of completion likewise."""

from __future__ import annotations

from typing import Annotated, Literal

from django.db.models import QuerySet

from goals import approvals
from goals.models import Claim
from goals.web.api import paths, reading
from goals.web.api.goal_outputs import AuthorisationOut, ClaimOut
from governance import escalations
from governance.errors import Conflict
from governance.models import Authorisation, Escalation
from governance.strict.fields import matching
from governance.web.api.inputs import Body, Page, Reason
from governance.web.api.operation import Call, Listing, Read, Write

GoalName = Annotated[str, matching(paths.GOAL_PATTERN, "G-0412")]
CLAIMED = "completion-claimed"


class ListAuthorisations(Listing):
    """Authorisations of the goals that the caller may see, the newest first."""

    Output = AuthorisationOut

    class Query(Page):
        status: Literal["in-force", "superseded", "revoked", "ended"] | None = None
        goal: GoalName | None = None

    def run(self, call: Call) -> QuerySet[Authorisation]:
        rows = reading.authorisations().filter(account__in=call.sight.accounts())
        if call.query.status is not None:
            rows = rows.filter(status=call.query.status)
        if call.query.goal is not None:
            rows = rows.filter(account=paths.named_goal(call.query.goal).account_id)
        return rows


class ShowAuthorisation(Read):
    """One authorisation with its signatures."""

    Output = AuthorisationOut

    def run(self, call: Call) -> Authorisation:
        return reading.authorisations().get(pk=paths.authorisation(call).pk)


class RevokeAuthorisation(Write):
    """Take its effect back: no further round starts, the running one ends before its next step."""

    asks = "revoke an authorisation"
    Output = AuthorisationOut
    example = {"reason": "The supplier's ledger is wrong."}

    class Input(Body):
        reason: Reason

    def run(self, call: Call) -> Authorisation:
        found = paths.authorisation(call)
        if found.account.authorisation_id != found.pk:
            raise Conflict(f"This authorisation is already {found.status}.", code="already-ended")
        approvals.revoke(acting=call.acting, goal_id=found.account.goal.pk, reason=call.body.reason)
        return reading.authorisations().get(pk=found.pk)


class ListClaims(Listing):
    """Every claim that this goal is complete, and what became of it."""

    Output = ClaimOut

    def run(self, call: Call) -> QuerySet[Claim]:
        return paths.goal(call).claims.select_related("goal__account", "decided_by")


class DecidingOnClaim(Write):
    """Base: answers the question whether the goal is complete."""

    Output = ClaimOut
    answer_with = ""

    class Input(Body):
        reason: Reason

    def run(self, call: Call) -> Claim:
        claim = paths.claim(call)
        question = (
            Escalation.objects.filter(account=claim.goal.account_id, cause=CLAIMED).order_by("-pk").first()
        )
        if question is None or claim.status != Claim.Status.CLAIMED:
            raise _decided(claim)
        escalations.answer(
            acting=call.acting, escalation_id=question.pk, answer=self.answer_with, reason=call.body.reason
        )
        return Claim.objects.select_related("goal__account", "decided_by").get(pk=claim.pk)


class AcceptClaim(DecidingOnClaim):
    """Certify that the goal is complete; what was not spent goes back to the cost centre."""

    asks = "accept a goal as complete"
    answer_with = "accept"
    example = {"reason": "The report is right."}


class RejectClaim(DecidingOnClaim):
    """Say that it is not complete: the goal is blocked, disarmed, and asks what now."""

    asks = "reject a claim of completion"
    answer_with = "reject"
    example = {"reason": "Page two is missing."}


def _decided(claim: Claim) -> Conflict:
    return Conflict(
        f"{claim.decided_by} has already {claim.status} this claim.", code="already-decided",
        decided_by=str(claim.decided_by), status=claim.status,
    )  # fmt: skip
