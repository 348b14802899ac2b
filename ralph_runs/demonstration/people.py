"""The invented people of the demonstration, where their money comes from, and their prices."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from goals import approvals
from governance import authorisations, clock
from governance.actors import COUNTERSIGN, Acting, human
from governance.authorisations.effects.envelope import ask_envelope
from governance.enums import ChannelKind, PersonKind, Role
from governance.models import Person, Request, RoleGrant
from governance.notifications import channels
from governance.people import bootstrapping
from governance.people.bootstrapping import Newcomer
from governance.people.roles import Limits
from governance.prices import seeding
from governance.transactions import outermost

PASSWORD = "a demonstration only"  # noqa: S105 - offered on loopback under a banner
CURRENCY = "USD"
PAYABLES, TREASURY = "4210", "4220"
NEWCOMERS = (
    Newcomer(name="Ingrid Halvorsen", username="ingrid", title="Accounts payable lead",
             roles=frozenset({Role.REQUESTER}), password=PASSWORD),
    Newcomer(name="Priya Raman", username="priya", title="Procurement analyst",
             roles=frozenset({Role.REQUESTER}), password=PASSWORD),
    Newcomer(name="Tomás Herrera", username="tomas", title="Financial controller",
             roles=frozenset({Role.APPROVER, Role.CONTROLLER}), password=PASSWORD,
             limits=Limits(3_000_000, Decimal(30), CURRENCY)),
    Newcomer(name="Mariam Okafor", username="mariam", title="Finance director",
             roles=frozenset({Role.APPROVER}), password=PASSWORD,
             limits=Limits(10_000_000, Decimal(100), CURRENCY)),
    Newcomer(name="Wei-Lin Chen", username="weilin", title="Operations",
             roles=frozenset({Role.OPERATOR}), password=PASSWORD),
    Newcomer(name="Aoife Byrne", username="aoife", title="Internal audit",
             roles=frozenset({Role.AUDITOR}), password=PASSWORD),
    Newcomer(name="month-end robot", username="robot", kind=PersonKind.SERVICE,
             roles=frozenset({Role.REQUESTER})),
)  # fmt: skip


def ensure() -> None:
    """Make people, cost centres, envelopes and prices where the service has none. Safe to repeat."""
    if not RoleGrant.objects.exists():
        bootstrapping.bootstrap(
            acting=replace(COUNTERSIGN, method="demonstration"),
            people=NEWCOMERS,
            cost_centres=((PAYABLES, "Accounts payable", CURRENCY), (TREASURY, "Treasury", CURRENCY)),
        )
        for code in (PAYABLES, TREASURY):
            _sign_envelope(code)
        for one in NEWCOMERS:
            if one.password:
                _reachable(one)
    seeding.seed(acting=COUNTERSIGN, currency=CURRENCY)


def _reachable(one: Newcomer) -> None:
    """By mail, which the demonstration writes into files."""
    address = f"{one.username}@countersign.example"
    channels.add(acting=acting(one.username), kind=ChannelKind.MAIL, address=address)


def acting(username: str) -> Acting:
    """One of the invented people, logged in by the demonstration."""
    return human(Person.objects.get(username=username), method="demonstration")


def sign(request: Request, *, by: str, reason: str) -> Request:
    """One of them signs a request, having seen its page."""
    return approvals.sign(
        acting=acting(by), request_id=request.pk, revision=request.revision, reason=reason,
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip


def _sign_envelope(code: str) -> None:
    data = {"cost_centre": code, "period": clock.period_of(clock.now()), "budget_money": "400.00"}
    with outermost():
        request = ask_envelope(acting=acting("tomas"), data=data, reason="The plan for this month.")
    sign(request, by="mariam", reason="As planned.")
