"""What a comparison found, as parts of a page: days and models, variances, missing calls, extra lines."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from goals.reconciliation.export_file import Line
from goals.reconciliation.matching import Call, Day, Found, Pair
from governance.enums import Role
from governance.web.books import adding
from governance.web.books.page import Part
from governance.web.cells import Cell, Column, Row, Table
from governance.web.viewer import Viewer

LONGEST = 500


def days(found: Found) -> Part:
    """Sums of each day and model, theirs beside ours."""
    columns = [
        Column("Day", "day"),
        Column("Model"),
        Column("Billed tokens", "tokens"),
        Column("Posted tokens", "tokens"),
        Column("Difference", "change_tokens"),
        Column("Billed", "usd", on="wide"),
        Column("Posted", "usd", on="wide"),
        Column("Difference, USD", "change_usd"),
    ]
    rows = [_day(day) for day in found.days]
    return Part(
        heading="By day and model",
        note="a difference below half a cent is none",
        table=Table("Days and models", columns, adding.totalled(columns, rows, "All")),
    )


def _day(day: Day) -> Row:
    billed = day.theirs_money
    return Row(
        [
            Cell(day.day, glyph="over" if day.differs else "same"),
            day.model,
            day.theirs_tokens,
            day.ours_tokens,
            day.theirs_tokens - day.ours_tokens,
            billed if billed is not None else Cell("not told"),
            day.ours_money,
            billed - day.ours_money if billed is not None else Cell(""),
        ]
    )


def variances(found: Found, viewer: Viewer) -> Part:
    """Calls that were billed otherwise than posted; a controller may ask for a correction of each."""
    columns = [
        Column("Call"),
        Column("Model", on="wide"),
        Column("Posted tokens", "tokens", on="wide"),
        Column("Billed tokens", "tokens"),
        Column("Difference", "change_tokens"),
        Column("Difference, USD", "change_usd"),
    ]
    rows = [_variance(pair, viewer) for pair in found.variances[:LONGEST]]
    return Part(
        heading="Billed otherwise than posted",
        note=f"{len(found.pairs)} calls matched",
        table=Table("Variances", columns, adding.totalled(columns, rows, "All variances"), empty="None."),
    )


def _variance(pair: Pair, viewer: Viewer) -> Row:
    call = pair.call
    shall = {
        "attempt": call.attempt,
        "tokens": pair.tokens,
        "money": f"{pair.cost if pair.cost is not None else call.money:f}",
    }
    href = f"{reverse('correction-ask')}?{urlencode(shall)}" if viewer.has(Role.CONTROLLER) else ""
    name = Cell(f"{call.ref}, {call.where}", second=call.attempt, href=href)
    return Row([name, call.model, call.tokens, pair.tokens, pair.more_tokens, pair.more_money])


def missing(found: Found) -> Part:
    """Calls that we posted and the export does not have."""
    columns = [
        Column("Call"),
        Column("Day", "day"),
        Column("Model", on="wide"),
        Column("Tokens", "tokens"),
        Column("USD", "usd"),
    ]
    rows = [_of_call(call) for call in found.missing[:LONGEST]]
    return Part(
        heading="Posted, but not in the export",
        note="the provider does not know them, or not yet",
        table=Table("Missing calls", columns, adding.totalled(columns, rows, "All missing"), empty="None."),
    )


def _of_call(call: Call) -> Row:
    name = Cell(f"{call.ref}, {call.where}", second=f"{call.attempt}, {call.usage_state}")
    return Row([name, call.day, call.model, call.tokens, call.money])


def unknown(found: Found) -> Part:
    """Lines that name no call of ours."""
    columns = [
        Column("Line", "count"),
        Column("Day", "day"),
        Column("Model"),
        Column("Names", on="wide"),
        Column("Tokens", "tokens"),
        Column("USD", "usd"),
    ]
    rows = [_of_line(line) for line in found.extra[:LONGEST]]
    return Part(
        heading="In the export, but no call of ours",
        note="somebody else’s key, or a call that was never posted",
        table=Table("Extra lines", columns, rows, empty="None."),
    )


def _of_line(line: Line) -> Row:
    return Row(
        [
            line.number,
            line.day,
            line.model,
            line.request or "no id",
            line.tokens,
            line.cost if line.cost is not None else Cell("not told"),
        ]
    )
