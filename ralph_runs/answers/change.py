"""“Sign the change and go on.” The last signature under a request for other terms, and the resume, in one act.

The signer needs the authority for the new totals, as for any signature; whoever asked cannot sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict

from goals import operations
from goals.answers.subject import goal_of
from governance import authorisations, strict
from governance.actors import Acting
from governance.enums import RequestKind, RequestStatus
from governance.errors import Conflict
from governance.models import Account, Escalation
from governance.strict.fields import Count, matching


class Signed(BaseModel):
    """Which request is signed, as the page showed it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    request: Count
    revision: Count
    page_digest: Annotated[str, matching(r"[0-9a-f]{64}", "0" * 64)]


class Change:
    name = "change"
    meaning = "Sign the change of terms that was asked for, and resume"
    spends_on = True

    def may(self, acting: Acting, escalation: Escalation) -> None:
        """Authority for the new totals is the signature's business."""

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        given = strict.parse(Signed, data, noun="The signature's fields")
        request = authorisations.lock(given.request)
        if request.kind != RequestKind.TERMS or request.account_id != escalation.account_id:
            raise Conflict(f"{request.ref} asks for no other terms of this goal.", code="other-request")
        authorisations.sign(
            acting=acting, request=request, revision=given.revision, reason=escalation.reason,
            page_digest=given.page_digest,
        )  # fmt: skip
        if request.status != RequestStatus.APPROVED:
            raise Conflict(
                f"{request.ref} needs another signature first; sign it, and answer when it is in force.",
                code="signature-missing",
            )
        escalation.account = Account.objects.get(pk=escalation.account_id)
        goal = goal_of(escalation)
        operations.resume_locked(acting=acting, goal=goal, revision=goal.revision, reason=escalation.reason)
