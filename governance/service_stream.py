"""The event streams of the service itself. Their rows also serialise whoever changes policy or prices."""

from __future__ import annotations

from governance.models import ServiceStream
from governance.transactions import require_transaction

PEOPLE = "people"
POLICY = "policy"
PRICES = "prices"
FREEZES = "freezes"
PERIODS = "periods"


def locked(name: str) -> ServiceStream:
    """The stream of this name, locked until the transaction ends; made on its first use."""
    require_transaction()
    ServiceStream.objects.get_or_create(name=name)
    return ServiceStream.objects.select_for_update(no_key=True).get(name=name)
