"""People, prices and a driver, before any goal; and how they ask and sign."""

from __future__ import annotations

from dataclasses import dataclass

from goals import activation, approvals
from goals.approvals import defaults
from goals.terms import parse
from governance import authorisations, clock
from governance.actors import COUNTERSIGN, Acting
from governance.models import Request
from governance.prices import seeding
from tests.cast import Cast, build

WISH = {
    "objective": "Reconcile the ledgers", "models": ["scripted-echo"], "tools": ["list_files"],
    "cost_centre": "4210",
}  # fmt: skip


@dataclass
class Room:
    """The cast at their desks."""

    cast: Cast

    @classmethod
    def furnished(cls) -> Room:
        room = cls(build())
        seeding.seed(acting=COUNTERSIGN, currency="USD")
        activation.hold_lease("driver", seconds=3_600)
        return room

    def acting(self, name: str) -> Acting:
        return self.cast.acting(getattr(self.cast, name))

    def ask(self, **limits: object) -> Request:
        terms = parse(defaults.filled({**WISH, **limits}, at=clock.now()))
        return approvals.ask_goal(acting=self.acting("ben"), terms=terms, reason="close")

    def sign(self, request: Request, by: str = "dee") -> None:
        approvals.sign(
            acting=self.acting(by), request_id=request.pk, revision=request.revision, reason="fine",
            page_digest=authorisations.page_digest(request),
        )  # fmt: skip
