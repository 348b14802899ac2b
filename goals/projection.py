"""The soft reading of a goal's events: the last well-formed snapshot wins. Shows; never enforces.

A page can still show something where the strict fold (`goals.replay`) has stopped. `rounds_started` is
the count of the last change and so lags behind rounds admitted since: label it as such.
"""

from goals.decoding import DecodedClear, DecodedSnapshot, decode
from goals.faults import EventFault
from goals.state import GoalState


def project(shown: GoalState | None, event: object) -> GoalState | None:
    """What to show after the event: its goal, None after a clear, else the same object as before."""
    try:
        decoded = decode(event)
    except EventFault:
        return shown
    match decoded:
        case DecodedSnapshot(after=after):
            return after
        case DecodedClear():
            return None
    return shown
