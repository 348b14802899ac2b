"""An account with a signature under it, for stories in which no goal is needed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from governance import authorisations, clock, envelopes, ledger
from governance.authorisations import Draft, Outcome, page_digest
from governance.enums import RequestKind, Role
from governance.models import Account, CostCentre, Person, Request, Signature
from governance.money import ZERO
from tests.cast import Cast

VALID = timedelta(days=30)


class AccountKind:
    """A kind of request whose effect is an account and its authorisation, and nothing else."""

    kind = RequestKind.GOAL
    askers = frozenset({Role.REQUESTER})
    signers = frozenset({Role.APPROVER})
    spends = True

    def beneficiaries(self, request: Request) -> frozenset[int]:
        return frozenset()

    def lock(self, request: Request) -> None:
        envelopes.lock_row(request.cost_centre_id, at=clock.now())

    def take_effect(
        self, *, acting: object, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> Outcome:
        account, entry = ledger.open_account(
            title=request.title, owner=request.requester, cost_centre=request.cost_centre,
            budget_tokens=request.total_tokens, budget_money=request.total_money,
        )  # fmt: skip
        envelopes.encumber(account, request.total_money, at=at)
        version = authorisations.add_terms(account, text=request.terms_text, by=signatures[-1].person, at=at)
        signed = authorisations.authorise(
            account, request, valid_until=at + VALID, signatures=signatures, at=at
        )
        request.account = account
        request.save(update_fields=["account"])
        covers = authorisations.digests.covers([version, signed])
        return Outcome(on=account, sentence="Done.", covers=[*ledger.covers([entry]), *covers])


def ask(
    cast: Cast, *, by: Person | None = None, tokens: int = 400_000, money: Decimal | None = Decimal(12),
    cost_centre: CostCentre | None = None,
) -> Request:  # fmt: skip
    with transaction.atomic():
        return authorisations.ask(
            acting=cast.acting(by or cast.ben),
            draft=Draft(
                kind=RequestKind.GOAL, title="Reconcile August", reason="The close needs it.", text='{"a":1}',
                total_tokens=tokens, total_money=money, cost_centre=cost_centre or cast.payables,
            ),
        )  # fmt: skip


def sign(
    cast: Cast, request: Request, *, by: Person | None = None, on_behalf_of: Person | None = None
) -> Request:
    with transaction.atomic():
        return authorisations.sign(
            acting=cast.acting(by or cast.cy), request=authorisations.lock(request.pk), revision=request.revision,
            reason="Inside the plan.", page_digest=page_digest(request), on_behalf_of=on_behalf_of,
        )  # fmt: skip


def signed_account(cast: Cast, **asked: object) -> Account:
    request = sign(cast, ask(cast, **asked))  # type: ignore[arg-type]
    return Account.objects.select_related("authorisation").get(pk=request.account_id)


def spend(
    account: Account, *, tokens: int, money: Decimal, held_tokens: int = 0, held_money: Decimal = ZERO
) -> None:
    """Post this much out of a hold that keeps the rest open."""
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        kept, _ = ledger.hold(
            locked, purpose="a story", tokens=tokens + held_tokens, money=money + held_money
        )
        ledger.post(
            locked, kept,
            ledger.Bill(reference=f"story-{kept.pk}", tokens=tokens, money=money, bound_tokens=tokens,
                        bound_money=money, price=None, usage_state="reported"),
        )  # fmt: skip
        if not held_tokens and not held_money:
            ledger.release(locked, kept)
    account.refresh_from_db()
