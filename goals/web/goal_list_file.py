"""The list of goals as a file: every goal that the filters match, with exact figures. Reads what the list has read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from governance.web.books.page import Page, Part, at_most
from governance.web.cells import Column, Row, Table

COLUMNS = [
    Column("Goal"), Column("Objective"), Column("Where it stands"), Column("Owner"), Column("Cost centre"),
    Column("Rounds", "count"), Column("Rounds, at most", "right"), Column("Spent, tokens", "tokens"),
    Column("Committed, tokens", "tokens"), Column("Budget, tokens", "tokens"), Column("Currency"),
    Column("Spent", "usd"), Column("Committed", "usd"), Column("Budget", "usd"), Column("Last change, UTC"),
]  # fmt: skip
Stands = Callable[[Any], tuple[str, str, str]]


def page(found: Sequence[Any], asked: Mapping[str, str], *, stands: Stands, at: datetime) -> Page:
    """The newest goals first; where there are more than a file takes, it says so."""
    kept, filters = at_most(found, [(name, value) for name, value in asked.items() if value], noun="goals")
    table = Table("Goals", COLUMNS, [_row(goal, stands) for goal in kept])
    return Page(name="goals", current="goals", title="Goals", drawn_at=at, asked=filters,
                rows=[[Part(heading="Goals", table=table)]])  # fmt: skip


def _row(goal: Any, stands: Stands) -> Row:
    account = goal.account
    _glyph, word, text = stands(goal)
    return Row([
        account.ref, goal.objective, f"{word}, {text}", goal.owner_name, str(account.cost_centre), goal.rounds_started,
        goal.max_rounds, account.spent_tokens, account.held_tokens, account.budget_tokens, account.currency,
        account.spent_money, account.held_money, "no cap" if account.budget_money is None else account.budget_money,
        goal.changed_at or "",
    ])  # fmt: skip
