"""The money of a cost centre for one period, and what signed goals keep of it.

Signing encumbers a goal's money cap; closing gives back what was not spent. A cost centre that has ever
had an envelope signs nothing without one. Rounds never come here: they spend what was encumbered.
Composable; the caller has locked with `lock_account` or `lock_row` (envelope before account).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import F, Sum

from governance import clock, ledger, wording
from governance.actors import Acting
from governance.errors import Conflict, Exhausted, Invalid
from governance.models import Account, CostCentre, Envelope
from governance.money import ZERO, MoneyField, money
from governance.transactions import require_transaction


@dataclass(frozen=True, slots=True)
class Figures:
    """What finance sees on a cost centre. Budget = spent + encumbered + available, exactly."""

    budget: Decimal
    spent: Decimal
    encumbered: Decimal
    available: Decimal


def lock_row(cost_centre_id: int, *, at: datetime) -> Envelope | None:
    """The open envelope of this period, locked; None if there is none. First in the order of locks."""
    require_transaction()
    rows = Envelope.objects.select_for_update(of=("self",)).select_related("cost_centre")
    return rows.filter(cost_centre_id=cost_centre_id, period=clock.period_of(at), closed_at=None).first()


def used_by(cost_centre: CostCentre) -> bool:
    """Whether this cost centre pays out of envelopes, so that nothing is signed without a money cap."""
    return Envelope.objects.filter(cost_centre=cost_centre).exists()


def lock_current(cost_centre: CostCentre, *, at: datetime) -> Envelope | None:
    """The open envelope of this period, locked, or None for a cost centre that has no envelopes.

    Raises Exhausted `envelope` where envelopes are used and this period has none.
    """
    envelope = lock_row(cost_centre.pk, at=at)
    if envelope is None and used_by(cost_centre):
        period = clock.period_of(at)
        raise Exhausted(
            f"{cost_centre} has no open envelope for {period}. A controller must ask for one.",
            code="envelope",
            period=period,
        )
    return envelope


def lock_account(account_id: int) -> Account:
    """The account, locked after its envelope. Raises Conflict if it changed envelopes in between."""
    require_transaction()
    envelope_id = Account.objects.values_list("envelope_id", flat=True).get(pk=account_id)
    if envelope_id is not None:
        Envelope.objects.select_for_update().get(pk=envelope_id)
    account = ledger.lock(account_id)
    if account.envelope_id != envelope_id:
        raise Conflict("The account has just moved to another envelope; try again.", code="account-moved")
    return account


def encumber(account: Account, cap: Decimal | None, *, at: datetime) -> Decimal:
    """Keep `cap` for this account in its envelope, more or less than before. Returns the change.

    What the account has spent or holds stays kept even under a lower cap. Raises Invalid without a cap
    under an envelope, Exhausted `envelope` with the figures if there is no room.
    """
    require_transaction()
    envelope = account.envelope or lock_current(account.cost_centre, at=at)
    if envelope is None:
        return ZERO
    if cap is None:
        raise Invalid(
            f"{account.cost_centre} pays out of an envelope, so this needs a money cap.", field="budget_money"
        )
    wanted = max(cap, account.spent_money + account.held_money) - account.charged_money
    change = wanted - account.encumbered_money
    _take(envelope, change)
    account.envelope, account.encumbered_money = envelope, wanted
    account.save(update_fields=["envelope", "encumbered_money"])
    return change


def settle(*, acting: Acting, account: Account) -> Decimal:
    """Give back what a closed account did not spend; what it still holds stays kept. Returns what was freed.

    Safe to repeat: money posted after an earlier settlement is charged to the envelope then. The event is
    the use case's, in whose name `acting` stands.
    """
    require_transaction()
    if account.envelope_id is None:
        return ZERO
    spent = account.spent_money - account.charged_money
    freed = account.encumbered_money - account.held_money - spent
    Envelope.objects.filter(pk=account.envelope_id).update(
        encumbered_money=F("encumbered_money") - money(account.encumbered_money - account.held_money),
        spent_money=F("spent_money") + money(spent),
    )
    account.encumbered_money, account.charged_money = account.held_money, account.spent_money
    account.save(update_fields=["encumbered_money", "charged_money"])
    return freed


def figures(envelope: Envelope) -> Figures:
    """The envelope's equation now, with what its open accounts have already spent counted as spent."""
    running = (
        envelope.accounts.aggregate(
            total=Sum(F("spent_money") - F("charged_money"), output_field=MoneyField())
        )["total"]
        or ZERO
    )
    running = min(running, envelope.encumbered_money)
    return Figures(
        budget=envelope.budget_money,
        spent=envelope.spent_money + running,
        encumbered=envelope.encumbered_money - running,
        available=envelope.budget_money - envelope.spent_money - envelope.encumbered_money,
    )


def _take(envelope: Envelope, change: Decimal) -> None:
    """One conditional update, so that no two signatures can take the same money."""
    rows = Envelope.objects.filter(pk=envelope.pk)
    if change > 0:
        room = F("budget_money") - F("spent_money") - F("encumbered_money")
        rows = rows.annotate(room=room).filter(room__gte=money(change), closed_at=None)
    if rows.update(encumbered_money=F("encumbered_money") + money(change)):
        return
    envelope.refresh_from_db()
    left = figures(envelope).available
    currency = envelope.cost_centre.currency
    raise Exhausted(
        f"The envelope of {envelope.cost_centre} for {envelope.period} has {wording.amount(left, currency)} left, "
        f"and this needs {wording.amount(change, currency)}.",
        code="envelope",
        available=left,
        asked=change,
        budget=envelope.budget_money,
        period=envelope.period,
        currency=currency,
    )
