"""The money of a cost centre for one period, and what signed goals keep of it.

Signing encumbers a goal's money cap; closing gives back what was not spent. A cost centre that has ever
had an envelope signs nothing without one. Rounds never come here: they spend what was encumbered.
Composable; the caller has locked with `lock_account` or `lock_row` (envelope before account).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import F, Sum
from django.db.models.functions import Greatest

from governance import clock, ledger, open_period, wording
from governance.actors import Acting
from governance.errors import Conflict, Exhausted, Invalid
from governance.models import Account, CostCentre, Envelope
from governance.money import ZERO, MoneyField, money
from governance.transactions import require_transaction


@dataclass(frozen=True, slots=True)
class Figures:
    """What finance sees on a cost centre. Budget = spent + encumbered + carried + available, exactly.

    `budget` holds what was brought from the period before; `carried` is 0 until the period is closed.
    """

    budget: Decimal
    spent: Decimal
    encumbered: Decimal
    available: Decimal
    carried: Decimal = ZERO


def lock_row(cost_centre_id: int, *, at: datetime) -> Envelope | None:
    """The open envelope of this period, locked; None if there is none. First in the order of locks."""
    require_transaction()
    rows = Envelope.objects.select_for_update(no_key=True, of=("self",)).select_related("cost_centre")
    period = open_period.open_at(at)
    return rows.filter(cost_centre_id=cost_centre_id, period=period, closed_at=None).first()


def used_by(cost_centre: CostCentre) -> bool:
    """Whether this cost centre pays out of envelopes, so that nothing is signed without a money cap."""
    return Envelope.objects.filter(cost_centre=cost_centre).exists()


def lock_current(cost_centre: CostCentre, *, at: datetime) -> Envelope | None:
    """The open envelope of this period, locked, or None for a cost centre that has no envelopes.

    Raises Exhausted `envelope` where envelopes are used and this period has none.
    """
    envelope = lock_row(cost_centre.pk, at=at)
    if envelope is None and used_by(cost_centre):
        period = open_period.open_at(at)
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
        Envelope.objects.select_for_update(no_key=True).get(pk=envelope_id)
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
    envelope = _open_envelope(account) if account.envelope_id else lock_current(account.cost_centre, at=at)
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
    envelope = _open_envelope(account)
    spent = account.spent_money - account.charged_money
    freed = account.encumbered_money - account.held_money - spent
    came_back = max(ZERO, -spent - envelope.spent_money)
    Envelope.objects.filter(pk=envelope.pk).update(
        encumbered_money=F("encumbered_money") - money(account.encumbered_money - account.held_money),
        spent_money=F("spent_money") + money(spent + came_back),
        brought_money=F("brought_money") + money(came_back),
    )
    account.encumbered_money, account.charged_money = account.held_money, account.spent_money
    account.save(update_fields=["encumbered_money", "charged_money", "envelope"])
    return freed


def _open_envelope(account: Account) -> Envelope:
    """Where this account's money moves now: its envelope, or the first open one after a closed one.

    Money of a closed period that comes back is brought into that one, so that no spend reads below zero.
    """
    envelope = Envelope.objects.select_for_update(no_key=True).get(pk=int(account.envelope_id or 0))
    if envelope.closed_at is not None:
        envelope = next_open(envelope)
        account.envelope = envelope
    return envelope


def next_open(envelope: Envelope) -> Envelope:
    """The envelope after a closed one that still takes money, locked; made without a budget if there is none."""
    period = clock.period_after(envelope.period)
    Envelope.objects.get_or_create(
        cost_centre_id=envelope.cost_centre_id, period=period, defaults={"budget_money": ZERO}
    )
    found = Envelope.objects.select_for_update(no_key=True).get(
        cost_centre_id=envelope.cost_centre_id, period=period
    )
    return found if found.closed_at is None else next_open(found)


def figures(envelope: Envelope) -> Figures:
    """The envelope's equation now, with what its open accounts have already spent counted as spent."""
    found = figures_of([envelope])
    return found[envelope.pk]


def figures_of(envelopes: Sequence[Envelope]) -> dict[int, Figures]:
    """The equations of several envelopes by id. One query."""
    running = Greatest(F("spent_money") - F("charged_money"), money(ZERO))
    sums = (
        Account.objects.filter(envelope__in=[envelope.pk for envelope in envelopes])
        .values("envelope")
        .annotate(
            spent=Sum(F("spent_money") - F("charged_money"), output_field=MoneyField()),
            kept=Sum(Greatest(F("encumbered_money") - running, money(ZERO)), output_field=MoneyField()),
        )
    )
    by_id = {row["envelope"]: (row["spent"], row["kept"]) for row in sums}
    return {envelope.pk: _equation(envelope, *by_id.get(envelope.pk, (ZERO, ZERO))) for envelope in envelopes}


def _equation(envelope: Envelope, running: Decimal, kept: Decimal) -> Figures:
    """`running` is what open accounts spent that is not yet charged, `kept` what they may still spend.

    A closed envelope has its final figures; what its goals spend later is charged to one that is open.
    """
    if envelope.closed_at is not None:
        running, kept = ZERO, ZERO
    budget, spent = envelope.budget_money + envelope.brought_money, envelope.spent_money + running
    return Figures(
        budget=budget, spent=spent, encumbered=kept, carried=envelope.carried_money,
        available=budget - spent - kept - envelope.carried_money,
    )  # fmt: skip


def _take(envelope: Envelope, change: Decimal) -> None:
    """One conditional update, so that no two signatures can take the same money."""
    rows = Envelope.objects.filter(pk=envelope.pk)
    if change > 0:
        room = F("budget_money") + F("brought_money") - F("spent_money") - F("encumbered_money")
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
        budget=envelope.budget_money + envelope.brought_money,
        period=envelope.period,
        currency=currency,
    )
