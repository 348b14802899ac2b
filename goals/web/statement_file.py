"""The statement of a goal as a file: the same lines in the same order with exact figures, so without rounding. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from governance.web.books.page import Page, Part
from governance.web.cells import Column, Row, Table
from governance.web.exports.sheets import ROUNDING
from governance.web.sheets import Line

SUMS = ("subtotal", "total")


def page(ref: str, objective: str, currency: str, lines: Sequence[Line], *, at: datetime) -> Page:
    """The account of the statement, ready to be written."""
    table = Table("Account with running balance", _columns(currency), [_row(one) for one in _exact(lines)])
    return Page(
        name=f"statement-{ref}", current="goals", title=f"Statement of goal {ref}", drawn_at=at,
        asked=[("Goal", ref), ("Objective", objective), ("Currency", currency)],
        rows=[[Part(heading="Account", table=table)]],
    )  # fmt: skip


def _columns(currency: str) -> list[Column]:
    return [
        Column("Date, UTC"), Column("Entry"), Column("Tokens", "change_tokens"), Column("Balance, tokens", "right"),
        Column(currency, "change_usd"), Column(f"Balance, {currency}", "right"),
    ]  # fmt: skip


def _exact(lines: Sequence[Line]) -> list[Line]:
    return [one for one in lines if one.entry != ROUNDING]


def _row(one: Line) -> Row:
    said = f"{one.strong} {one.entry}".strip()
    cells = [one.at or one.date, said, one.tokens, one.tokens_balance, one.usd, one.usd_balance]
    style = one.style if one.style in SUMS else ""
    return Row(["" if cell is None else cell for cell in cells], style=style)  # type: ignore[arg-type]
