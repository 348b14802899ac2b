"""The canonical text of events and entries built straight from stored columns, as fast as Python can.

Must give, byte for byte, what `recording.body_of` and `ledger.entry_facts` give through `canonical`; a
test holds them together. Anything unusual is left to `diagnosing`, which is slow and explains.
"""

from __future__ import annotations

from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import Any

from governance.money import PLACES

MOST_KEPT = 20_000


class _Words(dict[Any, str]):
    """Words that come again and again, as JSON writes them."""

    def __missing__(self, word: Any) -> str:
        text = self[word] = "null" if word is None else quoted(word)
        return text


class _Amounts(dict[Any, str]):
    """Amounts that come again and again, as JSON writes them; None is null."""

    def __missing__(self, units: Any) -> str:
        text = self[units] = "null" if units is None else f'"{money(units)}"'
        return text


_word, _amount = _Words(), _Amounts()


def forget() -> None:
    """Drop what is kept for speed, so that a long read stays small."""
    for kept in (_word, _amount):
        if len(kept) > MOST_KEPT:
            kept.clear()


def money(units: int) -> str:
    """Ten-billionths as the record writes amounts, without quotation marks."""
    digits = "%012d" % units if units < 0 else "%011d" % units  # noqa: UP031 - the fastest there is
    return f"{digits[:-PLACES]}.{digits[-PLACES:]}"


def covered_by(row: tuple[Any, ...]) -> list[str] | None:
    """Names of the rows this event vouches for; None unless every column agrees with the hashed text.

    `row` as `reading.event_pages` gives it. May raise TypeError or AttributeError where a column holds
    what it never should.
    """
    (stream, seq, _previous, _hash, body, action, actor, actor_name, account, sentence, effect_tokens,
     effect_money, available_tokens, available_money, at, _id) = row  # fmt: skip
    head = (
        f'{{"account":{"null" if account is None else account},"action":{_word[action]},'
        f'"actor":{{"id":{"null" if actor is None else actor},"method":"'
    )
    middle = (
        f'","name":{_word[actor_name]}}},"at":"{at}","available":{{"money":{_amount[available_money]},'
        f'"tokens":{"null" if available_tokens is None else available_tokens}}},"covers":['
    )
    later = f'],"effect":{{"money":{_amount[effect_money]},"tokens":{effect_tokens}}},"facts":{{'
    tail = f'}},"sentence":{quoted(sentence)},"seq":{seq},"stream":{_word[stream]},"v":1}}'
    method_ends = body.find('"', len(head))
    begin = method_ends + len(middle)
    end = body.find("]", begin)
    if not (
        body.startswith(head)
        and body.startswith(middle, method_ends)
        and body.startswith(later, end)
        and body.endswith(tail)
        and end + len(later) + len(tail) <= len(body)
    ):
        return None
    return body[begin + 1 : end - 1].split('","') if end > begin else []


def entry_digest(row: tuple[Any, ...]) -> str:
    """The digest that a ledger entry must have, from its columns as `entries` reads them."""
    (account, seq, kind, hold, corrects, reference, tokens, amount, price, usage_state, flags, period, at,
     budget, held, spent, budget_money, held_money, spent_money, _digest) = row  # fmt: skip
    text = (
        f'{{"account":{account},"after":[{budget},{held},{spent},{_amount[budget_money]},'
        f'{_amount[held_money]},"{money(spent_money)}"],"at":"{at}",'
        f'"corrects":{"null" if corrects is None else corrects},"flags":{_word[flags]},'
        f'"hold":{"null" if hold is None else hold},"kind":{_word[kind]},"money":"{money(amount)}",'
        f'"period":{_word[period]},"price":{"null" if price is None else price},'
        f'"reference":{"null" if reference is None else quoted(reference)},"seq":{seq},"tokens":{tokens},'
        f'"usage_state":{_word[usage_state]}}}'
    )
    return sha256(text.encode()).hexdigest()
