"""What people can answer to a run's questions. One file per answer, registered by cause.

A resume that answers one of the stops begins a new window; that is read from the answered question
(`windows`), so no answer has to say so.
"""

from __future__ import annotations

from goals.answers.close import Close
from goals.answers.raise_and_resume import RaiseAndResume
from goals.answers.resume import Resume
from goals.enums import BlockCode
from governance import escalations
from ralph_runs.answers.change import Change
from ralph_runs.answers.not_the_same import NotTheSame
from ralph_runs.answers.noted import Noted
from ralph_runs.answers.tell import Tell
from ralph_runs.causes import ALARM, NEEDS_PERSON


def register_all() -> None:
    """Tell governance which answers each cause has, in the order in which they are offered."""
    escalations.register(
        BlockCode.REPEATED_BLOCKER.value, Resume(), NotTheSame(), RaiseAndResume(), Change(), Close()
    )
    for cause in (BlockCode.ROUND_FAILED, BlockCode.MODEL_REPORTED):
        escalations.register(cause.value, Resume(), RaiseAndResume(), Change(), Close())
    escalations.register(NEEDS_PERSON, Tell(), policy=False)
    escalations.register(ALARM, Noted(), policy=False)
