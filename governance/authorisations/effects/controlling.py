"""What the kinds that only move authority have in common: a controller asks, a second person signs."""

from __future__ import annotations

from governance.enums import Role
from governance.models import Request

ASKERS = frozenset({Role.CONTROLLER})
SIGNERS = frozenset({Role.CONTROLLER, Role.APPROVER})


class Controlling:
    """Nobody gains by it, and nothing needs to be locked before the request."""

    askers = ASKERS
    signers = SIGNERS
    spends = False

    def beneficiaries(self, request: Request) -> frozenset[int]:
        return frozenset()

    def lock(self, request: Request) -> None:
        return None
