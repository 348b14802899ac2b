"""The rules I1 to I9 as queries over committed rows. Each yields sentences; silence means that it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from goals.proofs import belonging, books, conduct, counts

Rule = Callable[[], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its number and what is wrong with which row."""

    rule: str
    sentence: str


RULES: tuple[tuple[str, Rule], ...] = (
    ("I1", books.within_budget),
    ("I1", books.within_budget_at_every_entry),
    ("I2", counts.rounds_numbered_without_gap),
    ("I2", counts.at_most_one_live),
    ("I3", counts.totals_agree),
    ("I3", counts.goal_counters_agree),
    ("I3", books.account_equals_its_entries),
    ("I4", books.every_entry_has_one_event),
    ("I4", conduct.every_change_has_its_event),
    ("I5", conduct.every_call_was_admitted_and_held),
    ("I6", books.every_hold_ends_once),
    ("I6", belonging.every_hold_equals_its_entries),
    ("I7", conduct.every_execution_has_one_end),
    ("I8", conduct.only_people_sign_and_arm),
    ("I8", belonging.every_account_stands_on_its_own_signature),
    ("I9", conduct.unknown_is_never_zero),
)


def check_all() -> list[Violation]:
    """Every violation of every rule, in order. A handful of queries; reads only."""
    return [Violation(name, sentence) for name, rule in RULES for sentence in rule()]
