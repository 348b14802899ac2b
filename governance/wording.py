"""How figures and names read inside sentences of the record. Facts beside the sentence stay exact."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from governance.money import CENT

QUOTED_CHARACTERS = 120


def tokens(count: int) -> str:
    """ "1,204,300 tokens"."""
    return f"{count:,} {'token' if count == 1 else 'tokens'}"


def amount(money: Decimal, currency: str) -> str:
    """ "USD 14.82", half to even; exact amounts stand in the event's facts."""
    return f"{currency} {money.quantize(CENT, rounding=ROUND_HALF_EVEN):,}"


def totals(count: int, money: Decimal | None, currency: str) -> str:
    """ "400,000 tokens and USD 12.00", or the tokens alone without a money cap."""
    return tokens(count) if money is None else f"{tokens(count)} and {amount(money, currency)}"


def quoted(text: str) -> str:
    """The text in quotation marks on one line, at most 120 characters of it."""
    line = " ".join(text.split())
    cut = line if len(line) <= QUOTED_CHARACTERS else f"{line[: QUOTED_CHARACTERS - 1]}…"
    return f"“{cut}”"


def names(people: list[str]) -> str:
    """ "Ada", "Ada and Ben", "Ada, Ben and Cy"; "nobody" for none."""
    if len(people) < 2:
        return "".join(people) or "nobody"
    return f"{', '.join(people[:-1])} and {people[-1]}"


def unclosed(reason: str) -> str:
    """A reason inside of a sentence that closes by itself."""
    return reason.rstrip(" .")


def because(reason: str) -> str:
    """A reason as the end of a sentence, closed once."""
    line = " ".join(reason.split())
    return line if line[-1:] in ".!?。！？" else f"{line}."


def passed_on(asked: Mapping[str, str]) -> str:
    """Who is asked now, by reference, as a sentence: "Passed on: R-0012 to Dee Okafor."."""
    if not asked:
        return "Nothing waited for them."
    return f"Passed on: {', '.join(f'{ref} to {name}' for ref, name in asked.items())}."
