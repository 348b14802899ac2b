"""The rule "the same blocker": is a loop getting anywhere, or does it report one blocker again and again?

Pure, deterministic, versioned, explained. No model, no database, no clock. What it decides is stored with
`Verdict.version`; judging the stored texts again under that version gives the same verdict, for ever.
"""

from ralph_runs.convergence.items import Item, MalformedBlocker, parse_item
from ralph_runs.convergence.judging import MATCHER_VERSION, compare, judge, read_blocker
from ralph_runs.convergence.values import (
    Alarm,
    ComparedRounds,
    Count,
    Identifier,
    Ignored,
    OpenRun,
    PairVerdict,
    ReadBlocker,
    ReportedText,
    Span,
    Verdict,
    Word,
)

__all__ = [
    "MATCHER_VERSION",
    "Alarm",
    "ComparedRounds",
    "Count",
    "Identifier",
    "Ignored",
    "Item",
    "MalformedBlocker",
    "OpenRun",
    "PairVerdict",
    "ReadBlocker",
    "ReportedText",
    "Span",
    "Verdict",
    "Word",
    "compare",
    "judge",
    "parse_item",
    "read_blocker",
]
