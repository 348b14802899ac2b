"""What a signed request for other terms does: budget, version, authorisation, the goal's edit. It never arms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from goals import store
from goals.approvals import changing
from goals.approvals.asking import open_goal, require_base
from goals.approvals.goal_kind import require_requester
from goals.models import Goal
from goals.terms import read_terms
from governance import authorisations, clock, envelopes
from governance.actors import Acting
from governance.authorisations import Outcome
from governance.authorisations.digests import covers, ending_covers
from governance.enums import RequestKind, Role
from governance.models import Request, Signature


class TermsKind:
    """Asked by requesters, signed by approvers; the goal's owner gains by it and cannot sign."""

    kind = RequestKind.TERMS
    askers = frozenset({Role.REQUESTER})
    signers = frozenset({Role.APPROVER})
    spends = True

    def beneficiaries(self, request: Request) -> frozenset[int]:
        assert request.account is not None
        return frozenset({request.account.owner_id})

    def lock(self, request: Request) -> None:
        account = request.account
        assert account is not None
        if account.envelope_id is None:
            envelopes.lock_row(account.cost_centre_id, at=clock.now())
        envelopes.lock_account(account.pk)

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> Outcome:
        require_requester(request)
        goal = store.lock(open_goal(_goal_id(request)).pk)
        account = goal.account
        old = read_terms(require_base(account, request.base_digest).text)
        new = read_terms(request.terms_text)
        moved = changing.move_books(goal, old, new, by=signatures[-1].person, at=at)
        signed = authorisations.authorise(
            account, request, valid_until=new.valid_until, signatures=signatures, at=at
        )
        edited = changing.edit_goal(goal, old, new, acting=acting, signed=signed)
        return Outcome(
            on=account,
            sentence=f"{goal.ref} has other terms: {changing.told(moved.fields, old, new)}. "
            "Signing starts nothing by itself.",
            facts={"goal": goal.pk, "revision": goal.revision, "edited": edited, "changed": moved.fields,
                   "terms_version": account.terms_version, "authorisation": signed.pk,
                   "overtaken": moved.overtaken, "encumbered": account.encumbered_money,
                   "signed_by": [signature.person_name for signature in signatures]},
            covers=[*moved.covers, *covers([signed]), *ending_covers(authorisations.replaced_by(signed))],
            effect_tokens=moved.effect_tokens,
            effect_money=moved.effect_money,
        )  # fmt: skip


def _goal_id(request: Request) -> str:
    assert request.account_id is not None
    return Goal.objects.values_list("pk", flat=True).get(account_id=request.account_id)
