"""What a report is about: which periods, which cost centre, and whose goals the reader may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from governance import clock
from governance.sight import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Periods from `first` to `last`, both inside. `centre` None: all cost centres."""

    first: str
    last: str
    sight: Sight
    centre: int | None = None

    @property
    def starts_at(self) -> datetime:
        return clock.first_instant(self.first)

    @property
    def ends_before(self) -> datetime:
        return clock.first_instant(clock.period_after(self.last))

    def accounts(self, path: str = "account") -> Q:
        """The condition on rows whose account lies behind `path`."""
        asked: dict[str, Any] = {}
        if self.centre is not None:
            asked[f"{path}__cost_centre"] = self.centre
        if not self.sight.everything:
            asked[f"{path}__in"] = self.sight.accounts()
        return Q(**asked)
