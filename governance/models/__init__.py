"""Tables of governance. None of them knows what an agent is."""

from governance.models.authority import Authorisation, Request, Signature, Terms
from governance.models.ledger import Account, ClosedPeriod, CostCentre, Envelope, Hold, LedgerEntry
from governance.models.log_ins import LogInFailures
from governance.models.notices import Channel, Delivery, Notice
from governance.models.people import Delegation, Person, RoleGrant
from governance.models.prices import Price
from governance.models.questions import Escalation, Freeze
from governance.models.record import Event, Idempotency, Outbox, Refusal
from governance.models.streams import ServiceStream
from governance.models.tokens import ApiToken
from governance.models.views import SavedView

__all__ = [
    "Account",
    "ApiToken",
    "Authorisation",
    "Channel",
    "ClosedPeriod",
    "CostCentre",
    "Delegation",
    "Delivery",
    "Envelope",
    "Escalation",
    "Event",
    "Freeze",
    "Hold",
    "Idempotency",
    "LedgerEntry",
    "LogInFailures",
    "Notice",
    "Outbox",
    "Person",
    "Price",
    "Refusal",
    "Request",
    "RoleGrant",
    "SavedView",
    "ServiceStream",
    "Signature",
    "Terms",
]
