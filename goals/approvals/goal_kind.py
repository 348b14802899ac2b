"""What a signed request for a goal does: account, budget, terms, authorisation, encumbrance, goal. All or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from goals import activation, sessions, store
from goals.approvals.asking import session_of
from goals.approvals.likeness import likeness
from goals.models import Goal, Session
from goals.terms import Terms, read_terms
from governance import authorisations, clock, envelopes, ledger, wording
from governance.actors import Acting
from governance.authorisations import Outcome
from governance.authorisations.digests import covers
from governance.enums import RequestKind, Role
from governance.errors import Conflict
from governance.models import Account, CostCentre, LedgerEntry, Request, Signature
from governance.money import ZERO


class GoalKind:
    """Asked by requesters, signed by approvers within their limit."""

    kind = RequestKind.GOAL
    askers = frozenset({Role.REQUESTER})
    signers = frozenset({Role.APPROVER})
    spends = True

    def beneficiaries(self, request: Request) -> frozenset[int]:
        return frozenset()

    def lock(self, request: Request) -> None:
        assert request.cost_centre_id is not None
        envelopes.lock_row(request.cost_centre_id, at=clock.now())

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> Outcome:
        require_requester(request)
        terms, signer = read_terms(request.terms_text), signatures[-1].person
        account, entry = _open_account(request, terms, at)
        version = authorisations.add_terms(account, text=terms.text, by=signer, at=at)
        signed = authorisations.authorise(
            account, request, valid_until=terms.valid_until, signatures=signatures, at=at
        )
        goal = store.create(
            acting=acting,
            account=account,
            session=_session(request, account),
            terms=terms,
            authorisation=signed,
        )
        return Outcome(
            on=account,
            sentence=_sentence(goal, terms),
            facts={"goal": goal.pk, "account": account.ref, "session": goal.session_id, "terms_version": 1,
                   "authorisation": signed.pk, "encumbered": account.encumbered_money,
                   "signed_by": [signature.person_name for signature in signatures]},
            covers=[*ledger.covers([entry]), *covers([version, signed])],
            effect_tokens=terms.budget_tokens,
            effect_money=terms.budget_money or ZERO,
        )  # fmt: skip


def require_requester(request: Request) -> None:
    """Raises Conflict if whoever asked has left: nobody would own what is signed."""
    if not request.requester.is_active:
        raise Conflict(
            f"{request.requester}, who asked for this, has left. Somebody else must ask.",
            code="requester-left",
        )


def _open_account(request: Request, terms: Terms, at: datetime) -> tuple[Account, LedgerEntry]:
    assert request.cost_centre_id is not None
    centre = CostCentre.objects.get(pk=request.cost_centre_id)
    if centre.suspended:
        raise Conflict(f"{centre} is suspended; nothing can be signed for it.", code="suspended")
    account, entry = ledger.open_account(
        title=terms.objective, owner=request.requester, cost_centre=centre,
        budget_tokens=terms.budget_tokens, budget_money=terms.budget_money,
    )  # fmt: skip
    account.likeness = likeness(terms.objective)
    account.save(update_fields=["likeness"])
    envelopes.encumber(account, terms.budget_money, at=at)
    request.account = account
    request.save(update_fields=["account"])
    return account, entry


def _session(request: Request, account: Account) -> Session:
    asked_in = session_of(request)
    if asked_in is None:
        return sessions.open_session(owner=account.owner, cost_centre=account.cost_centre)
    return Session.objects.select_for_update(no_key=True, of=("self",)).get(pk=asked_in)


def _sentence(goal: Goal, terms: Terms) -> str:
    may = wording.totals(terms.budget_tokens, terms.budget_money, terms.currency)
    until = f"{terms.valid_until:%d %b %Y}"
    rounds = "1 round" if terms.max_rounds == 1 else f"{terms.max_rounds:,} rounds"
    armed = "it may start" if activation.is_armed(goal) else "it is disarmed, because no driver is running"
    return f"{goal.ref} may spend {may} in at most {rounds} until {until}; {armed}."
