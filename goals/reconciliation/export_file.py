"""Reads a provider's usage export: CSV with a header, whatever its columns are called. Never guesses an amount."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from governance.errors import Invalid

FIELDS = ("date", "model", "id", "input", "output", "tokens", "cost")
KNOWN: Mapping[str, tuple[str, ...]] = {
    "date": ("date", "day", "usage date", "usage_date", "timestamp", "time", "start_time", "created_at"),
    "model": ("model", "model name", "model_name", "snapshot_id", "sku"),
    "id": (
        "id",
        "request id",
        "request_id",
        "idempotency key",
        "idempotency_key",
        "client_request_id",
        "attempt",
    ),
    "input": ("input", "input tokens", "input_tokens", "prompt_tokens", "n_context_tokens_total"),
    "output": ("output", "output tokens", "output_tokens", "completion_tokens", "n_generated_tokens_total"),
    "tokens": ("tokens", "total tokens", "total_tokens"),
    "cost": ("cost", "amount", "cost_usd", "cost (usd)", "amount_value", "billed cost", "billedcost"),
}
MOST_ROWS = 200_000
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,10})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One row of the export. `cost` None: the file has no money. `request` is empty where it names no call."""

    number: int
    day: date
    model: str
    request: str
    tokens: int
    cost: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """Which column of the file holds what; `input` and `output`, or `tokens` alone."""

    names: Mapping[str, str] = field(default_factory=dict)

    def column(self, name: str, heads: Mapping[str, int]) -> int | None:
        """The place of a column: the name that was given, or one that providers use."""
        given = self.names.get(name)
        if given:
            if given.casefold() not in heads:
                raise Invalid(f"The file has no column {given}.", field=name)
            return heads[given.casefold()]
        return next((heads[known] for known in KNOWN[name] if known in heads), None)


def lines(text: str, mapped: Mapped) -> Iterator[Line]:
    """Every row. Raises Invalid that names line and column for what cannot be read."""
    reader = _rows(text.lstrip("\ufeff"))
    header = next(reader, None)
    if not header:
        raise Invalid("The file is empty.", field="file")
    heads = {head.strip().casefold(): place for place, head in reversed(list(enumerate(header)))}
    places = {name: mapped.column(name, heads) for name in FIELDS}
    _require(places)
    for number, row in enumerate(reader, start=2):
        if number > MOST_ROWS:
            raise Invalid(f"The file has more than {MOST_ROWS:,} rows; split it.", field="file")
        if any(cell.strip() for cell in row):
            yield _line(number, row, places)


def _rows(text: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text))
    try:
        yield from reader
    except csv.Error as error:
        raise Invalid(f"Line {reader.line_num}: this is no CSV ({error}).", field="file") from None


def _require(places: Mapping[str, int | None]) -> None:
    for name in ("date", "model"):
        if places[name] is None:
            raise Invalid(
                f"Name the column that holds the {name}; none of the file’s heads is known for it.",
                field=name,
            )
    if places["tokens"] is None and (places["input"] is None or places["output"] is None):
        raise Invalid("Name the columns of input and output tokens, or the one of all tokens.", field="input")


def _line(number: int, row: list[str], places: Mapping[str, int | None]) -> Line:
    def cell(name: str) -> str:
        place = places[name]
        return row[place].strip() if place is not None and place < len(row) else ""

    tokens = _whole(cell("tokens"), number, "tokens") if places["tokens"] is not None else (
        _whole(cell("input"), number, "input") + _whole(cell("output"), number, "output")
    )  # fmt: skip
    cost = _amount(cell("cost"), number, "cost") if places["cost"] is not None else None
    return Line(
        number=number, day=_day(cell("date"), number), model=cell("model"), request=cell("id").lower(), tokens=tokens,
        cost=cost,
    )  # fmt: skip


def _amount(text: str, number: int, name: str) -> Decimal:
    plain = text.replace(",", "").removeprefix("$").strip()
    try:
        if not _NUMBER.fullmatch(plain):
            raise InvalidOperation
        return Decimal(plain)
    except InvalidOperation:
        said = (
            f"{name} is {text[:40]!r}, which is no amount"
            if plain
            else f"{name} is empty: write 0 for nothing"
        )
        raise Invalid(f"Line {number}: {said}.", field="file") from None


def _whole(text: str, number: int, name: str) -> int:
    value = _amount(text, number, name)
    if value != value.to_integral_value() or value < 0:
        raise Invalid(f"Line {number}: {name} is {text[:40]!r}, which is no number of tokens.", field="file")
    return int(value)


def _day(text: str, number: int) -> date:
    try:
        if text.isdigit() and len(text) == 10:
            return datetime.fromtimestamp(int(text), UTC).date()
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
        return at.astimezone(UTC).date() if at.tzinfo else at.date()
    except (ValueError, OverflowError):
        raise Invalid(f"Line {number}: {text[:40]!r} is no date; give 2026-12-31.", field="file") from None
