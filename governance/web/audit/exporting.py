"""The audit page as a file: what is shown, or everything that the filters match. Reads; leaves nothing out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet

from governance.models import Event
from governance.money import ZERO
from governance.web.audit.filters import Filters
from governance.web.cells import Column, Row, Table
from governance.web.exports import cells, csv_file
from governance.web.exports.sheets import About

CHUNK = 500
COLUMNS = [
    Column("Entry", "right"), Column("At, UTC"), Column("Who"), Column("Action"), Column("Sentence"),
    Column("Effect, tokens", "change_tokens"), Column("Effect, money", "change_usd"), Column("Hash"),
]  # fmt: skip


def about(asked: Filters, *, at: datetime, by: str) -> About:
    """What stands under the rows."""
    return About(title="Audit", drawn_at=at, drawn_by=by, filters=asked.named())


def table(events: Sequence[Event]) -> Table:
    """The entries of one page."""
    return Table("Audit", COLUMNS, [Row(_cells(event)) for event in events])


def _cells(event: Event) -> list[object]:
    return [
        event.pk, event.at, event.actor_name, event.action, event.sentence, event.effect_tokens, event.effect_money,
        event.hash,
    ]  # fmt: skip


def every_line(found: QuerySet[Event], asked: Filters, *, at: datetime, by: str) -> Iterator[bytes]:
    """All entries that match, the newest first, as CSV in pieces; their number and sums are added up on the way."""
    yield csv_file.MARK.encode() + csv_file.line([column.head for column in COLUMNS])
    count, tokens, money = 0, 0, ZERO
    for event in found.order_by("-pk").iterator(chunk_size=CHUNK):
        count, tokens, money = count + 1, tokens + event.effect_tokens, money + event.effect_money
        yield csv_file.line([cells.value(one) for one in _cells(event)])
    yield from _foot(about(asked, at=at, by=by), count, tokens, money)


def _foot(under: About, count: int, tokens: int, money: Decimal) -> Iterator[bytes]:
    pairs: list[tuple[str, cells.Value]] = [
        ("Page", under.title), ("Rows", count), ("Control total, Effect, tokens", tokens),
        ("Control total, Effect, money", cells.exact(money)),
        *((f"Filter, {name}", cells.text(value)) for name, value in under.filters),
        ("Drawn", cells.value(under.drawn_at)), ("Drawn by", cells.text(under.drawn_by)),
    ]  # fmt: skip
    yield csv_file.line([])
    for pair in pairs:
        yield csv_file.line(pair)
