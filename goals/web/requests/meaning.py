"""What a budget means: rounds at their typical size, money at today's prices, what was spent before, who must sign.

Notes for the form while it is filled in and for the page on which it is decided. Reads only; promises nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from goals.models import Execution
from goals.terms import Terms
from goals.web.wording import any_of
from governance import prices
from governance.authorisations import eligibility, policy, way_out
from governance.enums import RequestKind
from governance.models import Account, CostCentre, Person, Price, Request
from governance.money import ZERO
from governance.prices.costing import bound
from governance.web.format import counted, money, names, tokens

Note = dict[str, Any]
LOOKED_AT = 20
_NOBODY_KNOWS = "No round like this has run yet, so nobody knows what one takes."


@dataclass(frozen=True, slots=True, kw_only=True)
class Typical:
    """The mean of the last settled rounds that were run in the same manner. `count` 0: nobody knows."""

    count: int
    tokens: int
    money: Decimal
    where: str


def typical(terms: Terms, centre: CostCentre | None) -> Typical:
    """Rounds of the same cost centre first, else any. Two queries at most."""
    alike = Execution.objects.filter(
        kind=Execution.Kind.ROUND, state=Execution.State.SETTLED, goal__strategy=terms.strategy, tokens__gt=0
    )
    if centre is not None:
        found = _mean(alike.filter(goal__account__cost_centre=centre), f"in {centre.code}")
        if found.count:
            return found
    return _mean(alike, "in other cost centres" if centre else "so far")


def _mean(rows: QuerySet[Execution], where: str) -> Typical:
    last = list(rows.order_by("-pk").values_list("tokens", "money")[:LOOKED_AT])
    if not last:
        return Typical(count=0, tokens=0, money=ZERO, where=where)
    paid = sum((one[1] for one in last), ZERO)
    return Typical(
        count=len(last),
        tokens=-(-sum(one[0] for one in last) // len(last)),
        money=paid / len(last),
        where=where,
    )


def priced(terms: Terms, at: datetime) -> dict[str, Price | None]:
    """Each allowed model with its price in force, or None. One query per model."""
    return {model: prices.price_for(model, currency=terms.currency, at=at) for model in terms.models}


def money_notes(terms: Terms, known: Typical, book: Mapping[str, Price | None]) -> list[Note]:
    """Rounds the budget pays for, and what its tokens cost."""
    return [_rounds(terms, known), *_prices(terms, book)]


def _rounds(terms: Terms, known: Typical) -> Note:
    if not known.count:
        return _note("open", f"{_NOBODY_KNOWS} {_most(terms)}")
    paid = money(known.money, currency=terms.currency)
    one = f"A typical round {known.where} took {tokens(known.tokens)} tokens and {paid}"
    pays = terms.budget_tokens // known.tokens if known.tokens else 0
    unit = f"{tokens(terms.budget_tokens)} tokens pay for about {counted(pays, 'round')}"
    if (
        terms.budget_money is not None
        and known.money
        and (by_money := int(terms.budget_money // known.money)) < pays
    ):
        cap = money(terms.budget_money, currency=terms.currency)
        pays, unit = by_money, f"{cap} is nearer: it pays for about {counted(by_money, 'round')}"
    few = pays < terms.max_rounds
    fits = f" of at most {terms.max_rounds:,}." if few else f"; at most {terms.max_rounds:,} are allowed."
    return _note(
        "over" if few else "settled", f"{one} ({counted(known.count, 'round')} looked at). {unit}{fits}"
    )


def _most(terms: Terms) -> str:
    """Rounds that use all of what one may: the limit that ends the budget first counts."""
    limits, lasts = [], []
    if terms.per_round_tokens is not None:
        limits.append(counted(terms.per_round_tokens, "token"))
        lasts.append(terms.budget_tokens // terms.per_round_tokens)
    if terms.per_round_money and terms.budget_money is not None:
        limits.append(money(terms.per_round_money, currency=terms.currency))
        lasts.append(int(terms.budget_money // terms.per_round_money))
    if not limits:
        return "Without a limit per round the first round may use the whole budget."
    return f"At {names(limits)} a round the budget lasts for {counted(min(lasts), 'round')}."


def _prices(terms: Terms, book: Mapping[str, Price | None]) -> list[Note]:
    missing = [model for model, price in book.items() if price is None]
    notes = [_price(terms, model, price) for model, price in book.items() if price is not None]
    if missing:
        what = f"{names(missing)} {'has' if len(missing) == 1 else 'have'} no price today."
        end = (
            " Under a money cap no round would start."
            if terms.budget_money is not None
            else " Its money is counted as unknown, never as free."
        )
        notes.append(_note("over", what + end))
    return notes


def _price(terms: Terms, model: str, price: Price) -> Note:
    count = terms.budget_tokens
    least = bound(price, input_tokens=count, output_tokens=0)
    most = bound(price, input_tokens=0, output_tokens=count)
    low, high = sorted((least, most))
    from_, to = money(low, currency=terms.currency), money(high, currency=terms.currency)
    text = f"At today’s prices {tokens(count)} tokens of {model} cost from {from_}, all read, to {to}, all written."
    if terms.budget_money is not None and terms.budget_money < low:
        return _note("over", f"{text} The money cap ends it first.")
    if terms.budget_money is not None and terms.budget_money > high * 2 and high:
        return _note("over", f"{text} The money cap is far above that.")
    return _note("open", text)


def manner_notes(terms: Terms) -> list[Note]:
    """What the way of working means, and which stop guards it."""
    if terms.strategy == "ralph":
        stop = f"The same blocker in {counted(terms.blocker_threshold, 'round')} in a row stops it and asks a person."
        return [
            _note(
                "open",
                f"Each round is a fresh agent that sees the objective, the files and the last report only. {stop}",
            )
        ]
    return [_note("open", "All rounds share one conversation. Nothing checks whether the same blocker comes back; that "
                          "is only done for fresh agents.")]  # fmt: skip


def envelope_notes(
    centre: CostCentre, period: str, available: Decimal | None, keeps: Decimal, used: bool, currency: str
) -> list[Note]:
    """What the cost centre has for it now and after it."""
    if available is None:
        why = f"{centre} has no open envelope for {period}; a controller must ask for one." if used else ""
        return [_note("over", why)] if why else []
    now = money(available, currency=currency)
    if keeps > available:
        short = money(keeps - available, currency=currency)
        return [
            _note("over", f"{centre} has {now} left in {period}, so this is {short} too much to be signed.")
        ]
    after = money(available - keeps, currency=currency)
    return [_note("open", f"{centre} has {now} left in {period}; {after} once this is signed.")]


def who_signs(terms: Terms, requester: Person, account: Account | None, at: datetime) -> list[Note]:
    """How many must sign under the policy of today, and who could."""
    kind = RequestKind.GOAL if account is None else RequestKind.TERMS
    asked = Request(
        kind=kind, requester=requester, account=account, total_tokens=terms.budget_tokens,
        total_money=terms.budget_money, currency=terms.currency,
    )  # fmt: skip
    in_force = policy.current()[0]
    needed = in_force.signatures_for(terms.budget_tokens, terms.budget_money)
    able = [str(person) for person in eligibility.eligible(asked, at)]
    how_many = "One signature is needed" if needed == 1 else "Two different people must sign"
    if len(able) < needed:
        who = f"only {names(able)} could" if able else "nobody could"
        return [_note("over", f"{how_many}, and {who}. {way_out.sentence(asked, in_force, at)}")]
    could = any_of(able) if needed == 1 else names(able[:4])
    return [_note("waits", f"{how_many}: {could} could sign. You cannot, because you ask for it.")]


def _note(glyph: str, text: str) -> Note:
    return {"glyph": glyph, "text": text}
