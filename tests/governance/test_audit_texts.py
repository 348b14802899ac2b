"""The fast texts of the verifier are the canonical ones, byte for byte, whatever stands in the columns."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from governance import canonical, ledger
from governance.audit import texts
from governance.audit.recording import body_of
from governance.models import Event, LedgerEntry
from governance.money import from_units, to_units

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NUMBERS = st.integers(-(2**62), 2**62)
COUNTS = st.integers(0, 2**62)
UNITS = st.integers(-(9 * 10**18), 9 * 10**18)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.lists(st.from_regex(r"[a-z]{1,9}:[0-9.]{1,9}:[0-9a-f]{64}", fullmatch=True), max_size=4)
INSTANTS = st.integers(0, 4 * 10**15).map(lambda us: EPOCH + timedelta(microseconds=us))
FACTS = st.dictionaries(WORDS, st.one_of(WORDS, NUMBERS, st.none(), st.lists(WORDS, max_size=3)), max_size=4)


def _maybe(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


EVENTS = st.builds(
    Event,
    stream=WORDS, seq=COUNTS, previous=st.just("0" * 64), hash=st.just("f" * 64), action=WORDS,
    actor_id=_maybe(COUNTS), actor_name=WORDS, account_id=_maybe(COUNTS), sentence=WORDS,
    effect_tokens=NUMBERS, effect_money=UNITS.map(from_units), available_tokens=_maybe(NUMBERS),
    available_money=_maybe(UNITS.map(from_units)), at=INSTANTS,
)  # fmt: skip
ENTRIES = st.builds(
    LedgerEntry,
    account_id=COUNTS, seq=COUNTS, kind=WORDS, hold_id=_maybe(COUNTS), corrects_id=_maybe(COUNTS),
    reference=_maybe(WORDS), tokens=COUNTS, money=UNITS.map(from_units), price_id=_maybe(COUNTS),
    usage_state=_maybe(WORDS.filter(bool)), flags=WORDS, period=WORDS, at=INSTANTS, budget_tokens_after=COUNTS,
    held_tokens_after=COUNTS, spent_tokens_after=COUNTS, budget_money_after=_maybe(UNITS.map(from_units)),
    held_money_after=UNITS.map(from_units), spent_money_after=UNITS.map(from_units),
)  # fmt: skip


def _units(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount.scaleb(10))


def _row(event: Event) -> tuple:
    return (
        event.stream, event.seq, event.previous, event.hash, event.body, event.action, event.actor_id,
        event.actor_name, event.account_id, event.sentence, event.effect_tokens, _units(event.effect_money),
        event.available_tokens, _units(event.available_money), canonical.instant(event.at), 1,
    )  # fmt: skip


def _entry_row(entry: LedgerEntry) -> tuple:
    return (
        entry.account_id, entry.seq, entry.kind, entry.hold_id, entry.corrects_id, entry.reference, entry.tokens,
        _units(entry.money), entry.price_id, entry.usage_state, entry.flags, entry.period,
        canonical.instant(entry.at), entry.budget_tokens_after, entry.held_tokens_after,
        entry.spent_tokens_after, _units(entry.budget_money_after), _units(entry.held_money_after),
        _units(entry.spent_money_after), "",
    )  # fmt: skip


@given(
    event=EVENTS, facts=FACTS, covers=NAMES, method=st.sampled_from(["system", "password", "command-line"])
)
def test_an_event_s_columns_give_its_text(event: Event, facts: dict, covers: list[str], method: str) -> None:
    event.body = canonical.text(body_of(event, method=method, facts=facts, covers=covers))

    assert texts.covered_by(_row(event)) == covers


@given(event=EVENTS, facts=FACTS, place=st.sampled_from([0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]))
def test_no_column_can_say_something_else(event: Event, facts: dict, place: int) -> None:
    event.body = canonical.text(body_of(event, method="system", facts=facts, covers=[]))
    row = list(_row(event))
    old = row[place]
    row[place] = f"{old}x" if isinstance(old, str) else 7 if old is None else old + 1

    assert texts.covered_by(tuple(row)) is None


@given(event=EVENTS, facts=FACTS, covers=NAMES)
def test_no_key_of_the_text_can_say_something_else(event: Event, facts: dict, covers: list[str]) -> None:
    body = body_of(event, method="system", facts=facts, covers=covers)
    for key in set(body) - {"facts", "covers"}:
        event.body = canonical.text({**body, key: "something else"})

        assert texts.covered_by(_row(event)) is None


@given(entry=ENTRIES)
def test_an_entry_s_columns_give_its_digest(entry: LedgerEntry) -> None:
    assert texts.entry_digest(_entry_row(entry)) == canonical.digest_of(ledger.entry_facts(entry))


@given(units=UNITS)
def test_amounts_read_as_the_record_writes_them(units: int) -> None:
    assert f'"{texts.money(units)}"' == canonical.text(from_units(units))
    assert json.loads(canonical.text(from_units(units))) == texts.money(units)


def test_what_is_kept_for_speed_is_forgotten() -> None:
    for number in range(texts.MOST_KEPT + 2):
        texts._word[f"word {number}"]
    texts.forget()

    assert len(texts._word) == 0


def test_units_and_amounts_are_one_scale() -> None:
    assert (to_units(Decimal("1.5")), texts.money(to_units(Decimal("1.5")))) == (
        15_000_000_000,
        "1.5000000000",
    )
