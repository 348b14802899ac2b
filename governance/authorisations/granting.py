"""Authorisations and versions of terms as rows: made from a signed request, superseded, revoked, ended.

Composable, with the account locked. Writes no event: the use case tells it and covers the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from governance import canonical
from governance.authorisations.digests import authorisation_facts
from governance.enums import AuthorisationStatus
from governance.errors import Conflict, Invalid
from governance.models import Account, Authorisation, Person, Request, Signature, Terms
from governance.transactions import require_transaction


def authorise(
    account: Account,
    request: Request,
    *,
    valid_until: datetime,
    signatures: Sequence[Signature],
    at: datetime,
) -> Authorisation:
    """Put a fully signed request in force for this account, in the place of the authorisation before it."""
    require_transaction()
    if valid_until <= at:
        raise Invalid("The terms asked for have expired; ask for a later end.", field="valid_until")
    signer = signatures[-1].person
    Authorisation.objects.filter(account=account, status=AuthorisationStatus.IN_FORCE).update(
        status=AuthorisationStatus.SUPERSEDED,
        ended_at=at,
        ended_by=signer,
        ended_reason=f"{request.ref} was signed",
    )
    made = Authorisation(
        account=account,
        request=request,
        terms_text=request.terms_text,
        terms_digest=request.terms_digest,
        valid_from=at,
        valid_until=valid_until,
    )
    made.digest = canonical.digest_of(authorisation_facts(made))
    made.save(force_insert=True)
    account.authorisation = made
    account.save(update_fields=["authorisation"])
    return made


def replaced_by(authorisation: Authorisation) -> Authorisation | None:
    """The one that went out of force when this one came into force, for the event that tells of both."""
    return Authorisation.objects.filter(
        account=authorisation.account_id,
        status=AuthorisationStatus.SUPERSEDED,
        ended_at=authorisation.valid_from,
    ).first()


def add_terms(account: Account, *, text: str, by: Person, at: datetime) -> Terms:
    """The next version of this account's terms, the first being 1."""
    require_transaction()
    version = 1 if account.terms_id is None else account.terms_version + 1
    added = Terms.objects.create(
        account=account, version=version, text=text, digest=canonical.digest(text), changed_by=by, at=at
    )
    account.terms, account.terms_version = added, version
    account.save(update_fields=["terms", "terms_version"])
    return added


def end(
    authorisation: Authorisation, *, status: AuthorisationStatus, by: Person | None, reason: str, at: datetime
) -> None:
    """Take it out of force as revoked or ended. Raises Conflict if it is no longer in force."""
    require_transaction()
    moved = Authorisation.objects.filter(pk=authorisation.pk, status=AuthorisationStatus.IN_FORCE).update(
        status=status, ended_at=at, ended_by=by, ended_reason=reason
    )
    if moved != 1:
        authorisation.refresh_from_db()
        raise Conflict(
            f"This authorisation is already {authorisation.status}, by {authorisation.ended_by or 'Countersign'}.",
            code="already-ended",
            decided_by=str(authorisation.ended_by or "Countersign"),
            decided_at=authorisation.ended_at,
        )
    authorisation.status, authorisation.ended_at = status, at
    authorisation.ended_by, authorisation.ended_reason = by, reason
