"""Which answers a question has, by its cause. Apps that stop goals register theirs in `AppConfig.ready`.

A policy cause is one that stopped the goal by rule: its owner cannot answer it, an approver must. A cause
that nobody registered counts as one, and has no answer until somebody registers it. Of the others the owner
is asked first, unless the owner is the one who may not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from governance.actors import Acting
from governance.models import Escalation


class Answer(Protocol):
    """One way on. `spends_on` tells that the goal may go on spending, so the approver's limit must hold it."""

    name: str
    meaning: str
    spends_on: bool

    def may(self, acting: Acting, escalation: Escalation) -> None:
        """Raises Forbidden or Conflict if this answer cannot be given by this person, or not now."""

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        """Do it, in the caller's transaction, with the account locked at `escalation.account`.

        What it changes is recorded by the verbs it calls; that the question was answered already is.
        """


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason to ask, with its answers by name, in the order in which they are offered."""

    name: str
    policy: bool
    owner_first: bool
    answers: Mapping[str, Answer]


ANSWERS: dict[str, Cause] = {}


def register(cause: str, *answers: Answer, policy: bool = True, owner_first: bool = True) -> None:
    """Name the answers of a cause. Registered again, the later answers join the earlier ones."""
    known = ANSWERS[cause].answers if cause in ANSWERS else {}
    named = {answer.name: answer for answer in answers}
    ANSWERS[cause] = Cause(cause, policy, owner_first and not policy, {**known, **named})


def of(cause: str) -> Cause:
    """The cause as registered; an unknown one is a policy cause without answers."""
    return ANSWERS.get(cause, Cause(cause, True, False, {}))
