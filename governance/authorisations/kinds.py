"""What each kind of request is: who may ask, who may sign, and what a full set of signatures does.

A new kind is one file and one `register` line in its app's `ready`. Governance registers its own; goals
registers what a signed goal does, so that nothing here knows what a goal is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol

from governance.actors import Acting
from governance.enums import RequestKind, Role
from governance.models import Request, Signature
from governance.models.streams import StreamHead
from governance.money import ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an effect did, for the one event that tells it: on which stream, in words, covering which rows."""

    on: StreamHead
    sentence: str
    facts: dict[str, Any] = field(default_factory=dict)
    covers: Sequence[str] = ()
    effect_tokens: int = 0
    effect_money: Decimal = ZERO


class Kind(Protocol):
    """One kind of request. `signers` may sign; an approver among them only within their limit.

    What `spends` is measured against the policy's bands; what only moves authority takes one signature.
    """

    kind: RequestKind
    askers: frozenset[Role]
    signers: frozenset[Role]
    spends: bool

    def beneficiaries(self, request: Request) -> frozenset[int]:
        """Ids of people who gain by it and therefore cannot sign it, beside the requester."""

    def lock(self, request: Request) -> None:
        """Take the locks that the effect needs before the request's own: envelope, then account."""

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> Outcome:
        """Do what was signed, in the caller's transaction, and say so. Writes no event."""


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Name the kind that handles its requests. The last one registered holds."""
    _KINDS[kind.kind] = kind


def of(request_kind: str) -> Kind:
    """The registered kind; a kind that nobody registered is a mistake in the deployment."""
    return _KINDS[request_kind]
