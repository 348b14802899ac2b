"""The rows of governance that events vouch for: signatures, authorisations and how they ended, terms, prices."""

from __future__ import annotations

from django.db.models import Q

from governance import canonical
from governance.audit.covered import Rows
from governance.authorisations import digests
from governance.enums import AuthorisationStatus
from governance.models import Authorisation, Price, Signature, Terms
from governance.prices.book import price_facts


def _signature(row: Signature) -> str:
    return canonical.text(digests.signature_facts(row))


def _authorisation(row: Authorisation) -> str:
    return canonical.text(digests.authorisation_facts(row))


def _ending(row: Authorisation) -> str:
    return canonical.text(digests.ending_facts(row))


def _terms(row: Terms) -> str:
    return canonical.text(digests.terms_facts(row))


def _price(row: Price) -> str:
    return canonical.text(price_facts(row))


def _keeps(text: str, digest: str) -> bool:
    return canonical.digest(text) == digest


SIGNATURES = Rows("signature", Signature, _signature, sound=lambda row: _keeps(_signature(row), row.digest))
AUTHORISATIONS = Rows(
    "authorisation",
    Authorisation,
    _authorisation,
    sound=lambda row: _keeps(_authorisation(row), row.digest) and _keeps(row.terms_text, row.terms_digest),
)
ENDINGS = Rows("ending", Authorisation, _ending, only=~Q(status=AuthorisationStatus.IN_FORCE))
TERMS = Rows("terms", Terms, _terms, sound=lambda row: _keeps(row.text, row.digest))
PRICES = Rows("price", Price, _price, sound=lambda row: _keeps(_price(row), row.digest))
