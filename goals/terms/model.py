"""The terms of a goal: everything that changes what is risked, as one frozen value.

Pure. Decides what terms may say and their one written form; never who may set them or what they replace.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from goals.terms.fields import Endpoint, Kebab, Models, Objective, Seconds, Threshold, Tools
from goals.values import DEFAULT_MAX_ROUNDS
from governance import canonical
from governance.strict.fields import Amount, CostCentreCode, Count, CurrencyCode, Instant, WholeOrZero

DEFAULT_THRESHOLD = 3


class Terms(BaseModel):
    """Tokens are whole numbers, money is exact Decimal in `currency`, None means the limit does not exist.

    A budget of 0 means nothing may be spent; nothing here ever means unlimited by being 0.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    objective: Objective
    strategy: Kebab = "same-session"
    max_rounds: Count = DEFAULT_MAX_ROUNDS
    budget_tokens: WholeOrZero
    budget_money: Amount | None = None
    currency: CurrencyCode
    per_round_tokens: Count | None = None
    per_round_money: Amount | None = None
    per_turn_tokens: Count | None = None
    round_seconds: Seconds
    models: Models
    endpoint: Endpoint
    tools: Tools = ()
    blocker_threshold: Threshold = DEFAULT_THRESHOLD
    report_profile: Literal["governed", "harness"] = "governed"
    cost_centre: CostCentreCode
    valid_until: Instant
    blocked_after_rounds: Count = DEFAULT_THRESHOLD
    context_limit: Count

    @field_validator("per_round_money")
    @classmethod
    def _under_a_cap(cls, value: Amount | None, info: ValidationInfo) -> Amount | None:
        if value is not None and info.data.get("budget_money") is None:
            raise ValueError("a limit per round in money needs a money cap: give budget_money as well")
        if value is not None and value <= 0:
            raise ValueError("a round that may cost nothing never starts: give more than 0, or leave it out")
        return value

    @property
    def text(self) -> str:
        """The canonical text: the same terms always read the same, byte for byte."""
        return canonical.text(self.model_dump())

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical text."""
        return canonical.digest(self.text)
