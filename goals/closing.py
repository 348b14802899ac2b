"""Giving back to the cost centre what a finished goal will not spend. Envelope first, then the account."""

from __future__ import annotations

from goals.models import Goal
from governance import envelopes
from governance.actors import Acting
from governance.transactions import require_transaction


def release_encumbrance(*, acting: Acting, goal: Goal) -> None:
    """Move what was spent to Spent and the rest back to Available in the cost centre's envelope."""
    require_transaction()
    envelopes.settle(acting=acting, account=goal.account)
