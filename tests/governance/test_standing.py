"""A signature is good only while whoever gave it still could: asked in one query, at every admission."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from governance import authorisations, clock
from governance.enums import AuthorisationStatus
from governance.models import Account, Authorisation, Delegation, RoleGrant
from tests.cast import HIRED, Cast
from tests.governance.stories import VALID, ask, sign, signed_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


def _why(account: Account, later: timedelta = timedelta()) -> str:
    return authorisations.standing(account.authorisation, at=clock.now() + later)


def _cut(cast: Cast, **limits: object) -> None:
    grant = RoleGrant.objects.get(person=cast.cy)
    RoleGrant.objects.filter(pk=grant.pk).update(ended_at=clock.now())
    if limits:
        RoleGrant.objects.create(
            person=cast.cy, role="approver", valid_from=clock.now(), granted_by="a story",
            **{"limit_tokens": grant.limit_tokens, "limit_money": grant.limit_money, **limits},
        )  # fmt: skip


def test_a_fresh_signature_stands(cast: Cast) -> None:
    account = signed_account(cast)

    assert (_why(account), authorisations.in_force(account, at=clock.now())) == ("", account.authorisation)


def test_standing_is_one_query(cast: Cast, django_assert_num_queries) -> None:
    account = signed_account(cast)
    at = clock.now()

    with django_assert_num_queries(1):
        authorisations.standing(account.authorisation, at=at)


def test_it_expires_at_its_instant_everywhere(cast: Cast) -> None:
    account = signed_account(cast)
    end = account.authorisation.valid_until

    assert authorisations.standing(account.authorisation, at=end - timedelta(microseconds=1)) == ""
    assert authorisations.standing(account.authorisation, at=end).startswith("The authorisation expired on ")
    assert authorisations.in_force(account, at=end) is None
    assert end - account.authorisation.valid_from == VALID


def test_a_signer_who_left_no_longer_carries_it(cast: Cast) -> None:
    account = signed_account(cast)
    cast.cy.is_active = False
    cast.cy.save(update_fields=["is_active"])

    assert _why(account) == "Cy Lindholm, who signed, has left."


def test_a_signer_without_the_role_no_longer_carries_it(cast: Cast) -> None:
    account = signed_account(cast)
    _cut(cast)

    assert _why(account) == "Cy Lindholm, whose authority was signed with, is no longer approver."


def test_a_limit_cut_below_the_budget_lapses_it_with_the_numbers(cast: Cast) -> None:
    account = signed_account(cast)
    _cut(cast, limit_tokens=399_999)

    assert _why(account) == (
        "Cy Lindholm may now sign up to 399,999 tokens and USD 30.00, and this goal's budget is 400,000 tokens and "
        "USD 12.00."
    )


def test_a_limit_cut_to_the_budget_still_holds_it(cast: Cast) -> None:
    account = signed_account(cast)
    _cut(cast, limit_tokens=400_000, limit_money=Decimal(12))

    assert _why(account) == ""


def test_the_money_limit_counts_too(cast: Cast) -> None:
    account = signed_account(cast)
    _cut(cast, limit_money=Decimal("11.99"))

    assert "USD 11.99" in _why(account)


def test_a_limit_in_another_currency_does_not_hold_it(cast: Cast) -> None:
    account = signed_account(cast)
    _cut(cast, currency="EUR")

    assert "EUR 30.00" in _why(account)


@pytest.mark.parametrize("status", [AuthorisationStatus.SUPERSEDED, AuthorisationStatus.ENDED])
def test_what_was_superseded_or_ended_does_not_stand(cast: Cast, status: str) -> None:
    account = signed_account(cast)
    Authorisation.objects.update(status=status, ended_at=clock.now(), ended_by=cast.dee)

    assert _why(account).startswith(f"The authorisation is {status} since ")


def test_a_revoked_one_says_by_whom(cast: Cast) -> None:
    account = signed_account(cast)
    Authorisation.objects.update(status=AuthorisationStatus.REVOKED, ended_at=clock.now(), ended_by=cast.dee)

    assert _why(account).startswith("Dee Okafor revoked the authorisation on ")


def test_a_delegate_s_signature_stands_on_the_giver_s_authority(cast: Cast) -> None:
    Delegation.objects.create(
        giver=cast.cy, receiver=cast.olu, starts_at=HIRED, ends_at=clock.now() + VALID, reason="Away."
    )
    request = sign(cast, ask(cast), by=cast.olu, on_behalf_of=cast.cy)
    account = Account.objects.get(pk=request.account_id)
    stood = _why(account)
    Delegation.objects.update(revoked_at=clock.now())
    after_the_delegation = _why(account)
    _cut(cast)

    assert (stood, after_the_delegation) == ("", "")
    assert _why(account) == "Cy Lindholm, whose authority was signed with, is no longer approver."


def test_a_role_that_a_program_was_given_by_hand_carries_nothing(cast: Cast) -> None:
    account = signed_account(cast)
    type(cast.cy).objects.filter(pk=cast.cy.pk).update(kind="service")

    assert _why(account) == "Cy Lindholm, whose authority was signed with, is no longer approver."
