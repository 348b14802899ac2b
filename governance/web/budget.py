"""What a budget shows: the unit of its bar, what is left, what is over. Never adds spend up."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from governance.web.bars import Bar, Mark, Split
from governance.web.format import money, percent, tokens

ZERO = Decimal(0)


@dataclass(frozen=True)
class RoundSpend:
    """What one settled round took. `number` is empty for a human turn; `note` is a word beside it."""

    number: str
    tokens: int
    usd: Decimal
    note: str = ""


@dataclass(frozen=True)
class BudgetFigures:
    """Tokens are whole numbers; USD is exact. `usd_budget` None means that no money cap was signed."""

    tokens_spent: int
    tokens_committed: int
    tokens_budget: int
    usd_spent: Decimal
    usd_committed: Decimal
    usd_budget: Decimal | None = None
    rounds: tuple[RoundSpend, ...] = ()
    words: dict[str, str] = field(default_factory=dict)
    currency: str = "USD"
    tokens_planned: int = 0
    usd_planned: Decimal = ZERO
    signed_cap_usd: Decimal | None = None

    @property
    def tokens_available(self) -> int:
        return self.tokens_budget - self.tokens_spent - self.tokens_committed - self.tokens_planned

    @property
    def usd_available(self) -> Decimal | None:
        if self.usd_budget is None:
            return None
        return self.usd_budget - self.usd_spent - self.usd_committed - self.usd_planned

    @property
    def tokens_over(self) -> int:
        return max(0, -self.tokens_available)

    @property
    def usd_over(self) -> Decimal:
        return max(ZERO, -(self.usd_available or ZERO))

    @property
    def over(self) -> str:
        """ "over by USD 1.20", in tokens where only they are over, or empty."""
        if self.usd_over:
            return f"over by {money(self.usd_over, currency=self.currency)}"
        return f"over by {tokens(self.tokens_over)} tokens" if self.tokens_over else ""

    @property
    def in_money(self) -> bool:
        """Whether the money cap is nearer than the token budget; the bar is then in money."""
        if self.usd_budget is None:
            return False
        used_usd = self.usd_spent + self.usd_committed + self.usd_planned
        used_tokens = self.tokens_spent + self.tokens_committed + self.tokens_planned
        return used_usd * self.tokens_budget > used_tokens * self.usd_budget

    @property
    def bar(self) -> Bar:
        """The sizes to draw, in the nearer unit."""
        if self.in_money and self.usd_budget is not None:
            splits = tuple(Split(one.number, one.usd) for one in self.rounds)
            mark = (
                Mark(self.signed_cap_usd, f"signed cap {self.signed_cap_usd:.2f}")
                if self.signed_cap_usd
                else None
            )
            return Bar(self.usd_spent, self.usd_committed, self.usd_budget, self.usd_planned, splits, mark)
        splits = tuple(Split(one.number, one.tokens) for one in self.rounds)
        return Bar(self.tokens_spent, self.tokens_committed, self.tokens_budget, self.tokens_planned, splits)

    @property
    def note(self) -> str:
        """The shares, nearer unit first: "60.2% of tokens and 59.3% of money spent"."""
        of_tokens = f"{percent(self.tokens_spent, self.tokens_budget)} of tokens"
        if self.usd_budget is None:
            return f"{of_tokens} spent"
        of_money = f"{percent(self.usd_spent, self.usd_budget)} of money"
        return f"{of_money} and {of_tokens} spent" if self.in_money else f"{of_tokens} and {of_money} spent"

    @property
    def sentence(self) -> str:
        """What the bar says to those who cannot see it."""
        spent, held, whole = self.tokens_spent, self.tokens_committed, self.tokens_budget
        said = f"{tokens(spent)} tokens spent, {tokens(held)} committed, {tokens(whole)} budgeted"
        if self.usd_budget is not None:
            said += (
                f"; {money(self.usd_spent, currency=self.currency)} spent,"
                f" {money(self.usd_committed, currency=self.currency)} committed,"
                f" {money(self.usd_budget, currency=self.currency)} budgeted"
            )
        return f"{said}; {self.over}." if self.over else f"{said}."
