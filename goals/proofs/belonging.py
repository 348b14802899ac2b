"""What must hold of the rows that others stand on: signatures, terms and holds are those of their own account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from django.db.models import Max, Sum

from governance.enums import EntryKind
from governance.models import Account, Authorisation, Hold, LedgerEntry, Terms
from governance.money import ZERO

PARTS = ((EntryKind.HOLD, "tokens", "money"), (EntryKind.POST, "posted_tokens", None),
         (EntryKind.RELEASE, "released_tokens", "released_money"))  # fmt: skip
"""A post counts in a hold's money only under a money cap, and caps change while a hold is open."""


def every_account_stands_on_its_own_signature() -> Iterator[str]:
    """An account spends under the newest authorisation and the newest terms that are its own."""
    signed = dict(Authorisation.objects.order_by().values_list("account").annotate(newest=Max("pk")))
    worded = dict(Terms.objects.order_by().values_list("account").annotate(newest=Max("version")))
    for account in Account.objects.select_related("terms").iterator():
        if account.authorisation_id != signed.get(account.pk):
            yield (
                f"{account.ref} stands on authorisation {account.authorisation_id}, its own newest is "
                f"{signed.get(account.pk)}"
            )
        terms = account.terms
        if terms is not None and (terms.account_id, terms.version) != (account.pk, account.terms_version):
            yield f"{account.ref} stands on version {terms.version} of the terms of account {terms.account_id}"
        if terms is not None and account.terms_version != worded.get(account.pk):
            yield f"{account.ref} stands on version {account.terms_version}, its newest is {worded.get(account.pk)}"


def every_hold_equals_its_entries() -> Iterator[str]:
    """What a hold says was held, posted and released is the sum of the entries that name it."""
    sums: defaultdict[int, dict[str, tuple[int, Decimal]]] = defaultdict(dict)
    grouped = LedgerEntry.objects.filter(kind__in=[kind for kind, *_ in PARTS], corrects=None).order_by()
    for hold, kind, tokens, money in grouped.values_list("hold", "kind").annotate(
        Sum("tokens"), Sum("money")
    ):
        sums[hold][kind] = (tokens, money)
    for hold in Hold.objects.iterator():
        for kind, tokens, money in PARTS:
            below_tokens, below_money = sums[hold.pk].get(kind, (0, ZERO))
            if getattr(hold, tokens) != below_tokens:
                yield f"hold {hold.pk}: its entries of kind {kind} add up to {below_tokens} tokens, not {tokens}"
            if money is not None and getattr(hold, money) != below_money:
                yield f"hold {hold.pk}: its entries of kind {kind} add up to {below_money}, not {money}"
