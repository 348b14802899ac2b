"""The signature card: who put their name under the terms in force, as what, up to which limit, and when.

Everything is as it was at the moment of signing, from the record of it; nothing is looked up anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goals.models import Goal
from goals.terms import read_terms, within
from goals.web import terms_words
from goals.web.facts import Facts
from goals.web.five_answers import Signed
from governance import canonical
from governance.enums import Act, AuthorisationStatus
from governance.models import Authorisation, Signature
from governance.web import moments
from governance.web.format import counted, money, tokens

Block = dict[str, Any]


def signatures_of(authorisation: Authorisation) -> list[Signature]:
    """The signatures that made this authorisation, in order. One query."""
    given = Signature.objects.filter(
        request=authorisation.request_id, act=Act.SIGN, request_revision=authorisation.request.revision
    )
    return list(given.select_related("on_behalf_of").order_by("pk"))


def signed_of(authorisation: Authorisation, given: Sequence[Signature], *, lapsed: str) -> Signed:
    """For the first of the five answers."""
    ended = ""
    if authorisation.status == AuthorisationStatus.REVOKED and authorisation.ended_at:
        ended = f"revoked on {moments.day(authorisation.ended_at)}"
    elif lapsed and authorisation.status != AuthorisationStatus.ENDED:
        ended = "no longer in force"
    return Signed(
        by=[one.person_name for one in given], at=given[-1].at if given else None, ended=ended
    )  # fmt: skip


def card(goal: Goal, given: Sequence[Signature], facts: Facts) -> dict[str, Any]:
    """Context of the card on the goal page."""
    account, signed = goal.account, goal.account.authorisation
    assert signed is not None
    assert account.terms is not None
    void = _void_since(signed, facts)
    terms = read_terms(account.terms.text)
    return {
        "since": _since(signed),
        "void_since": void,
        "signatures": [*blocks(signed, given, void=bool(void)), *_accepted(facts)],
        "terms": terms_words.pairs(terms, account.cost_centre, reason=signed.request.reason),
        "digest": account.terms.digest,
        "digest_note": _digest_note(goal, signed),
    }


def blocks(signed: Authorisation, given: Sequence[Signature], *, void: bool = False) -> list[Block]:
    """Asker and signers, each as they were at that moment."""
    request = signed.request
    asker = request.requester
    lines = [asker.title or "Requester", moments.full(request.asked_at)]
    found: list[Block] = [{"name": str(asker), "act": "asked", "asker": True, "lines": lines, "void": void}]
    for place, one in enumerate(given):
        act = "countersigned" if place else "signed"
        found.append(
            {"name": one.person_name, "act": act, "lines": _lines(one), "reason": one.reason, "void": void}
        )
    return found


def _accepted(facts: Facts) -> list[Block]:
    claim = facts.claim
    if claim is None or not facts.accepted or claim.decided_at is None:
        return []
    lines = ["the completion", moments.full(claim.decided_at)]
    return [{"name": claim.decided_by, "act": "accepted", "reason": claim.reason, "lines": lines}]


def _lines(one: Signature) -> list[str]:
    first = one.person_title or one.role.capitalize()
    lines = [first] if one.on_behalf_of is None else [f"{first}, on behalf of {one.on_behalf_of}"]
    if one.limit_money is not None and one.limit_tokens is not None:
        lines.append(f"limit {money(one.limit_money)} or {tokens(one.limit_tokens)} tokens")
    return [*lines, moments.full(one.at)]


def _since(signed: Authorisation) -> str:
    if signed.status == AuthorisationStatus.ENDED and signed.ended_at:
        return f"in force from {moments.day(signed.valid_from)} to {moments.full(signed.ended_at)}"
    return f"in force since {moments.full(signed.valid_from)}"


def _void_since(signed: Authorisation, facts: Facts) -> str:
    if signed.status in (AuthorisationStatus.REVOKED, AuthorisationStatus.SUPERSEDED) and signed.ended_at:
        by = f", revoked by {signed.ended_by}" if signed.ended_by else ""
        return f"{moments.full(signed.ended_at)}{by}"
    if signed.status == AuthorisationStatus.IN_FORCE and facts.now >= signed.valid_until:
        return f"{moments.full(signed.valid_until)}, expired"
    return ""


def _digest_note(goal: Goal, signed: Authorisation) -> str:
    """What a comparison made now says, not what was stored once."""
    standing = goal.account.terms
    assert standing is not None
    if (
        canonical.digest(standing.text) != standing.digest
        or canonical.digest(signed.terms_text) != signed.terms_digest
    ):
        return "do not match their digest: the record must be verified."
    if standing.digest == signed.terms_digest:
        return "match what was signed."
    beyond = within(read_terms(standing.text), read_terms(signed.terms_text))
    if beyond:
        return f"reach beyond what was signed in {counted(len(beyond), 'place')}."
    return f"(version {goal.account.terms_version}) were narrowed since and lie within what was signed."
