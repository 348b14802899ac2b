"""Requests, signatures and the authorisations they make. Verbs here are composable unless they say outermost."""

from governance.authorisations.asking import Draft, ask, resubmit
from governance.authorisations.deciding import decline, send_back, sign
from governance.authorisations.digests import page_digest
from governance.authorisations.ending import expire_due, overtake, withdraw
from governance.authorisations.granting import add_terms, authorise, end, replaced_by
from governance.authorisations.kinds import Outcome, register
from governance.authorisations.locking import lock
from governance.authorisations.standing import in_force, standing

__all__ = [
    "Draft",
    "Outcome",
    "add_terms",
    "ask",
    "authorise",
    "decline",
    "end",
    "expire_due",
    "in_force",
    "lock",
    "overtake",
    "page_digest",
    "register",
    "replaced_by",
    "resubmit",
    "send_back",
    "sign",
    "standing",
    "withdraw",
]
