"""Half, four fifths and all of a budget spent: told once per goal, threshold and budget revision.

On what is spent alone, in either unit; what is committed may still come back. Costs no query where
nothing is crossed: the balances are at hand on the locked account.
"""

from __future__ import annotations

from governance import wording
from governance.enums import NoticeKind
from governance.models import Account
from governance.notifications.notifying import notify

THRESHOLDS = (50, 80, 100)


def reached(account: Account) -> int:
    """The highest threshold at or below what is spent, 0 for none. Taken before a change and handed to `tell`."""
    return max((share for share in THRESHOLDS if _is_reached(account, share)), default=0)


def tell(account: Account, before: int) -> None:
    """Tell the owner about every threshold that a change of the locked account has crossed upwards. Composable."""
    after = reached(account)
    for share in THRESHOLDS:
        if before < share <= after:
            _tell(account, share)


def _is_reached(account: Account, share: int) -> bool:
    tokens = account.spent_tokens * 100 >= share * account.budget_tokens
    money = account.budget_money is not None and account.spent_money * 100 >= share * account.budget_money
    return bool((account.spent_tokens and tokens) or (account.spent_money and money))


def _tell(account: Account, share: int) -> None:
    spent = wording.totals(
        account.spent_tokens, account.spent_money if account.budget_money is not None else None, account.currency
    )  # fmt: skip
    budget = wording.totals(account.budget_tokens, account.budget_money, account.currency)
    part = "All of the budget is" if share == 100 else f"{share}% of the budget is"
    notify(
        to=account.owner, kind=NoticeKind.THRESHOLD, account=account, link=f"/goals/{account.ref}/",
        subject=f"{account.ref}: {share}% of the budget spent",
        sentence=f"{part} spent on {account.ref}, {wording.quoted(account.title)}: {spent} of {budget}.",
        dedup=f"threshold:{account.pk}:{share}:{account.budget_revision}",
    )  # fmt: skip
