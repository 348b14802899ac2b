"""What the record vouches for: the facts of a signature and of an authorisation, and how events name them."""

from __future__ import annotations

from collections.abc import Iterable

from governance import canonical
from governance.models import Authorisation, Price, Request, Signature, Terms


def signature_facts(signature: Signature) -> dict[str, object]:
    """Everything a signature says, for its digest. Adding a column means a new key here."""
    return {
        "request": signature.request_id, "revision": signature.request_revision,
        "requester": signature.requester_id, "person": signature.person_id,
        "on_behalf_of": signature.on_behalf_of_id, "act": str(signature.act), "role": signature.role,
        "name": signature.person_name, "title": signature.person_title,
        "limit_tokens": signature.limit_tokens, "limit_money": signature.limit_money,
        "reason": signature.reason, "method": signature.method, "policy": signature.policy_version,
        "page": signature.page_digest, "terms": signature.terms_digest, "at": signature.at,
    }  # fmt: skip


def authorisation_facts(authorisation: Authorisation) -> dict[str, object]:
    """Everything that was authorised, for its digest; how it ended has facts of its own."""
    return {
        "account": authorisation.account_id, "request": authorisation.request_id,
        "terms": authorisation.terms_digest, "from": authorisation.valid_from,
        "until": authorisation.valid_until,
    }  # fmt: skip


def ending_facts(authorisation: Authorisation) -> dict[str, object]:
    """How an authorisation went out of force; vouched for by the event of whoever ended it."""
    return {
        "authorisation": authorisation.pk, "status": str(authorisation.status), "at": authorisation.ended_at,
        "by": authorisation.ended_by_id, "reason": authorisation.ended_reason,
    }  # fmt: skip


def terms_facts(terms: Terms) -> dict[str, object]:
    """Everything a version of terms says, for the event that vouches for it. Adding a column means a new key here."""
    return {
        "account": terms.account_id, "version": terms.version, "text": terms.digest,
        "changed_by": terms.changed_by_id, "at": terms.at,
    }  # fmt: skip


def page_digest(request: Request) -> str:
    """What a page must show before somebody decides on it. A page or an API client hands it back."""
    return canonical.digest_of(
        {
            "request": request.pk, "revision": request.revision, "title": request.title,
            "reason": request.reason, "terms": request.terms_digest, "base": request.base_digest,
            "tokens": request.total_tokens, "money": request.total_money, "currency": request.currency,
            "signatures": request.signatures_needed, "policy": request.policy_text,
            "context": request.context_text,
        }
    )  # fmt: skip


def covers(rows: Iterable[Signature | Authorisation | Terms | Price]) -> list[str]:
    """How an event names the rows it vouches for: table, id, digest."""
    return [f"{type(row).__name__.lower()}:{row.pk}:{_digest(row)}" for row in rows]


def ending_covers(authorisation: Authorisation | None) -> list[str]:
    """How an event names the end of an authorisation: nothing if there was none before."""
    if authorisation is None:
        return []
    return [f"ending:{authorisation.pk}:{canonical.digest_of(ending_facts(authorisation))}"]


def _digest(row: Signature | Authorisation | Terms | Price) -> str:
    # The digest on a version of terms is that of its text alone: approvers hand it back.
    return canonical.digest_of(terms_facts(row)) if isinstance(row, Terms) else row.digest
