"""What the pages know about one goal at one instant: plain values, read once. Decides nothing, asks nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from goals.enums import Phase
from goals.gate.answer import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What runs, or waits for a person to say what it cost. Amounts are so far, out of what is held."""

    number: int | None
    writer: str
    uncertain: bool
    step: int
    tokens: int
    money: Decimal
    held_tokens: int
    held_money: Decimal
    started_at: datetime
    deadline: datetime

    @property
    def name(self) -> str:
        return f"round {self.number}" if self.number else f"a turn of {self.writer}"

    @property
    def title(self) -> str:
        return f"{self.name[:1].upper()}{self.name[1:]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """An open question to a person. `asked` is "" where nobody is left to ask."""

    ref: str
    cause: str
    sentence: str
    stops: bool
    asked: str
    asked_id: int | None
    due_at: datetime
    opened_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """Completion as it was claimed last, and what a person decided; `decided_by` "" while it is open.
    `by_id` is the person who claimed it by hand and therefore cannot accept it."""

    claimant: str
    by_id: int | None
    evidence: str
    status: str
    claimed_at: datetime
    decided_by: str
    decided_at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What brought a goal to rest: who, when and in which words."""

    by: str
    at: datetime
    reason: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Names of those who may act on this goal now."""

    owner: str
    operators: tuple[str, ...] = ()
    approvers: tuple[str, ...] = ()
    controllers: tuple[str, ...] = ()
    signatures: int = 1

    @property
    def stop(self) -> tuple[str, ...]:
        """Everybody who may pause or stop it, the owner first, each once."""
        return tuple(dict.fromkeys((self.owner, *self.operators, *self.approvers, *self.controllers)))

    @property
    def resume(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.owner, *self.approvers)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A goal as it stands. `answer` is the gate's now, `after` what it would say once nothing runs or waits."""

    now: datetime
    ref: str
    phase: str
    cleared: bool
    blocked_code: str
    blocked_message: str
    rounds_started: int
    max_rounds: int
    armed: bool
    driver_live: bool
    lapsed: str
    frozen_by: str
    frozen_reason: str
    currency: str
    available_tokens: int
    available_money: Decimal | None
    valid_until: datetime
    answer: Answer
    after: Answer
    who: Who
    live: Live | None = None
    waiting: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    claim: Claimed | None = None
    rest: Act | None = None
    cost_centre: str = ""
    untaken_since: datetime | None = None
    """Since when a reservation waits that any worker would have taken long ago."""

    @property
    def ended(self) -> bool:
        """Closed, or complete and accepted: nothing will run again."""
        return self.cleared or (self.phase == Phase.COMPLETE and self.accepted)

    @property
    def accepted(self) -> bool:
        return self.claim is not None and self.claim.status == "accepted"

    @property
    def stopped(self) -> bool:
        """A stop of policy or by report, a freeze: what the stop bar says."""
        return not self.cleared and (self.phase == Phase.BLOCKED or (self.active and bool(self.frozen_by)))

    @property
    def active(self) -> bool:
        return not self.cleared and self.phase == Phase.ACTIVE

    @property
    def may_change_by_itself(self) -> bool:
        """Whether a page about it is worth reading again in a moment."""
        return self.live is not None or bool(self.waiting) or (self.active and self.armed)

    @property
    def question(self) -> Question | None:
        """The open question that a stop waits for, or any other one; the newest."""
        stops = [one for one in self.questions if one.stops]
        return next(iter(stops or self.questions), None)
