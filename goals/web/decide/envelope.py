"""Where the money comes from: the cost centre's envelope now, this request, and after it. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from governance import clock, envelopes
from governance.envelopes import Figures
from governance.models import Account, CostCentre, Envelope
from governance.money import ZERO
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import amount
from governance.web.locales import EN


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The envelope of this period and what signing would keep of it; `figures` None: it has none."""

    centre: CostCentre
    period: str
    figures: Figures | None
    keeps: Decimal
    used: bool

    @property
    def after(self) -> Decimal:
        """What would be available afterwards; negative if there is not enough."""
        return ZERO if self.figures is None else self.figures.available - self.keeps

    @property
    def name(self) -> str:
        """ "September 2026"."""
        year, month = self.period.split("-")
        return f"{EN.long_months[int(month) - 1]} {year}"


def drawn(centre: CostCentre, cap: Decimal | None, account: Account | None, at: datetime) -> Drawn:
    """What a cap of this much would keep, beyond what the account has encumbered already. Three queries at most."""
    period = clock.period_of(at)
    envelope = account.envelope if account is not None and account.envelope_id else (
        Envelope.objects.filter(cost_centre=centre, period=period, closed_at=None).first()
    )  # fmt: skip
    known = envelopes.figures(envelope) if envelope is not None else None
    keeps = (cap or ZERO) - _kept(account) if cap is not None else ZERO
    used = envelope is not None or envelopes.used_by(centre)
    return Drawn(
        centre=centre, period=envelope.period if envelope else period, figures=known, keeps=keeps, used=used
    )


def _kept(account: Account | None) -> Decimal:
    if account is None:
        return ZERO
    return account.encumbered_money + account.charged_money


def table(one: Drawn, *, this: str) -> Table:
    """Now, this request, after it; four figures each. `this` names the middle row."""
    columns = [Column(""), Column("Spent", "usd"), Column("Encumbered", "usd"), Column("Available", "usd"),
               Column("Envelope", "usd")]  # fmt: skip
    if one.figures is None:
        why = "has no open envelope for this period, so nothing can be signed." if one.used else (
            "keeps no envelope: nothing limits it but its goals’ own caps."
        )  # fmt: skip
        return Table("The envelope", columns, [], empty=f"{one.centre} {why}")
    now = one.figures
    up, down = amount(one.keeps, signed=True), amount(-one.keeps, signed=True)
    rows = [
        Row(["Now", now.spent, now.encumbered, now.available, now.budget]),
        Row([this, ZERO, Cell(up), Cell(down), ZERO]),
        Row(["After approval", now.spent, now.encumbered + one.keeps, one.after, now.budget], style="total"),
    ]
    return Table("The envelope before and after", columns, rows)
