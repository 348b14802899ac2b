"""“Raise the budget and go on.” An approver signs wider terms for the stop in front of them, and the goal resumes.

Countersign asks in the owner's name, because the stop is the question; the approver signs as for any request, so
their limit must hold the new totals and the owner can never be the one. Above the band of one signature this is the
first of two: the goal stays stopped, and the question is put once more for when the second is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict

from goals import operations
from goals.answers.subject import goal_of
from goals.approvals import drafting
from goals.approvals.asking import open_goal, require_base
from goals.models import Goal
from goals.terms import Terms, parse, read_terms, widens
from governance import authorisations, canonical, clock, escalations, strict, wording
from governance.actors import COUNTERSIGN, Acting
from governance.enums import RequestStatus
from governance.errors import Invalid
from governance.models import Account, Escalation, Request
from governance.strict.fields import Amount, Count, matching

_CHANGES = ("budget_tokens", "budget_money", "max_rounds")


class Raised(BaseModel):
    """New totals over the terms with `base_digest`; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_digest: Annotated[str, matching(r"[0-9a-f]{64}", "0" * 64)]
    budget_tokens: Count | None = None
    budget_money: Amount | None = None
    max_rounds: Count | None = None


class RaiseAndResume:
    name = "raise"
    meaning = "Raise the budget and resume"
    spends_on = True

    def may(self, acting: Acting, escalation: Escalation) -> None:
        """Authority for the new totals is the signature's business."""

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        given = strict.parse(Raised, data, noun="The new totals")
        goal = open_goal(goal_of(escalation).pk)
        terms = _wider(read_terms(require_base(goal.account, given.base_digest).text), given)
        request = _ask(escalation, goal, terms, given.base_digest)
        authorisations.sign(
            acting=acting, request=authorisations.lock(request.pk), revision=request.revision,
            reason=escalation.reason, page_digest=_shown(escalation, terms),
        )  # fmt: skip
        request.refresh_from_db()
        if request.status == RequestStatus.APPROVED:
            _go_on(acting, escalation)
        else:
            _ask_later(escalation, request, acting)


def _wider(standing: Terms, given: Raised) -> Terms:
    """The standing terms with the new totals. Raises Invalid unless one of them is more than before."""
    asked = {name: value for name in _CHANGES if (value := getattr(given, name)) is not None}
    if standing.budget_money is None and "budget_money" in asked:
        raise Invalid(
            "This goal has no money cap that could be raised; leave it empty.", field="budget_money"
        )
    for name, value in asked.items():
        before: int | Decimal = getattr(standing, name)
        if value < before:
            raise Invalid(
                f"{name}: {value:,} is below the {before:,} that stand. Give new totals, not what is added.",
                field=name,
            )
    terms = parse({**standing.model_dump(), **asked})
    if not widens(standing, terms):
        raise Invalid(
            "Give a total that is more than what stands; otherwise resume as it is.", field=_CHANGES[0]
        )
    return terms


def _ask(escalation: Escalation, goal: Goal, terms: Terms, base: str) -> Request:
    owner = goal.account.owner
    draft = drafting.of_change(
        terms=terms, requester=owner, reason=f"{escalation.ref} stopped the goal and asks how to go on.",
        account=goal.account, base=base, due_at=None, at=clock.now(),
    )  # fmt: skip
    draft.context["escalation"] = escalation.ref
    return authorisations.ask(acting=COUNTERSIGN, draft=draft, in_the_name_of=owner)


def _shown(escalation: Escalation, terms: Terms) -> str:
    """Digest of what the signer read: the question with its evidence, and the terms that their totals make."""
    return canonical.digest_of({
        "escalation": escalation.pk, "sentence": escalation.sentence, "evidence": escalation.evidence_text,
        "terms": terms.digest,
    })  # fmt: skip


def _go_on(acting: Acting, escalation: Escalation) -> None:
    escalation.account = Account.objects.get(pk=escalation.account_id)
    goal = goal_of(escalation)
    operations.resume_locked(acting=acting, goal=goal, revision=goal.revision, reason=escalation.reason)


def _ask_later(escalation: Escalation, request: Request, acting: Acting) -> None:
    """A stopped goal is never without its question: it is put once more, for when the raise is in force."""
    totals = wording.totals(request.total_tokens, request.total_money, request.currency)
    escalations.open_question(
        acting=COUNTERSIGN, account=escalation.account, cause=escalation.cause, subject=escalation.subject,
        sentence=f"{request.ref} raises it to {totals} and waits for the second signature after that of {acting.name}. "
        "Until then the goal stays stopped.",
        evidence={"request": request.ref, "before": escalation.ref},
    )  # fmt: skip
