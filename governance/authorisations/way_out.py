"""What to ask for instead where not enough different people could sign. Reads only; promises no signature."""

from __future__ import annotations

from datetime import datetime

from governance import wording
from governance.authorisations import eligibility
from governance.authorisations.policy import Policy
from governance.models import Request
from governance.people.roles import Limits

NOBODY = "Have somebody granted the role first."


def sentence(request: Request, policy: Policy, at: datetime) -> str:
    """The most that could be signed as things stand, in totals; or who has to be found first."""
    most = _most(eligibility.widest(request, at), policy)
    if most is None:
        return NOBODY
    totals = wording.totals(most.tokens, most.money, most.currency)
    return f"Ask for at most {totals}, or have somebody granted a higher limit."


def _most(limits: list[Limits], policy: Policy) -> Limits | None:
    """What two people hold together, or what one alone may sign below the band of two, whichever is more."""
    if not limits:
        return None
    alone = _below_two(limits[0], policy)
    found = [one for one in (alone, *limits[1:2]) if one is not None]
    return max(found, key=lambda one: (one.tokens, one.money), default=None)


def _below_two(limits: Limits, policy: Policy) -> Limits | None:
    """These limits, cut at the end of the last band that asks for one signature."""
    alone = [band for band in policy.bands if band.signatures == 1]
    if not alone:
        return None
    last = alone[-1]
    tokens = limits.tokens if last.up_to_tokens is None else min(limits.tokens, last.up_to_tokens)
    money = limits.money if last.up_to_money is None else min(limits.money, last.up_to_money)
    return Limits(tokens, money, limits.currency)
