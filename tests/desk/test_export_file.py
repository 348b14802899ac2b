"""A usage export that cannot be read is refused with its line; nothing about it is a failure of ours."""

from __future__ import annotations

import pytest

from goals.reconciliation.export_file import Mapped, lines
from governance.errors import Invalid

HEAD = "date,model,input_tokens,output_tokens,cost"


def _refused(text: str) -> str:
    with pytest.raises(Invalid) as refused:
        list(lines(text, Mapped()))
    assert refused.value.field == "file"
    return refused.value.message


@pytest.mark.parametrize(
    "day",
    ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00", "9999-99-99", "\u0662\u0660\u0662\u0666"],
)
def test_a_day_outside_the_calendar_is_refused_with_its_line(day: str) -> None:
    assert _refused(f"{HEAD}\n{day},scripted-1,1,1,1\n").startswith("Line 2: ")


@pytest.mark.parametrize(
    "row", [f"2026-12-01,{'x' * 200_000},1,1,1", "2026-12-01,a,1,1,1\r2026-12-02,a,1,1,1"]
)
def test_what_is_no_csv_is_refused_with_its_line(row: str) -> None:
    assert "is no CSV" in _refused(f"{HEAD}\n{row}\n")
