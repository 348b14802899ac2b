"""Read-only views of goals: what is wanted, what ran, what was said."""

from __future__ import annotations

from django.contrib import admin

from goals.models import Claim, Execution, SessionEvent, Step, Turn
from governance.admin.base import Column, ReadOnly
from governance.admin.looks import Look


@admin.register(Execution)
class Executions(ReadOnly):
    """Rounds, and turns of people."""

    look = Look(
        actors=("writer",),
        action="state",
        objects={"G": "goal__account_id", "outcome": "outcome"},
        when="started_at",
    )
    columns = (
        Column("Started", lambda row: row.started_at),
        Column("Goal", lambda row: row.goal.ref),
        Column("Round", lambda row: row.number or "a person's turn"),
        Column("State", lambda row: row.state),
        Column("Outcome", lambda row: row.outcome),
        Column("Steps", lambda row: row.steps, number=True),
        Column("Tokens", lambda row: row.tokens, number=True),
        Column("Money", lambda row: row.money, number=True),
    )
    related = ("goal__account", "writer")


@admin.register(Turn)
class Turns(ReadOnly):
    look = Look(action="end_reason", objects={"G": "execution__goal__account_id", "execution": "execution_id"},
                when="started_at")  # fmt: skip
    columns = (
        Column("Started", lambda row: row.started_at),
        Column("Execution", lambda row: row.execution_id, number=True),
        Column("Turn", lambda row: row.number, number=True),
        Column("Ended by", lambda row: row.end_reason),
        Column("Tokens", lambda row: row.tokens, number=True),
        Column("Money", lambda row: row.money, number=True),
    )


@admin.register(Step)
class Steps(ReadOnly):
    look = Look(
        objects={"G": "turn__execution__goal__account_id", "execution": "turn__execution_id"},
        when="started_at",
    )
    columns = (
        Column("Started", lambda row: row.started_at),
        Column("Execution", lambda row: row.turn.execution_id, number=True),
        Column("Turn", lambda row: row.turn.number, number=True),
        Column("Step", lambda row: row.number, number=True),
        Column("What it did", lambda row: row.sentence),
        Column("Tokens", lambda row: row.tokens, number=True),
        Column("Money", lambda row: row.money, number=True),
    )
    related = ("turn",)


@admin.register(SessionEvent)
class SessionEvents(ReadOnly):
    """Transcripts, without the texts behind them."""

    look = Look(
        actors=("actor",), action="type", objects={"S": "session_id", "G": "goal__account_id"}, when="at"
    )
    columns = (
        Column("When", lambda row: row.at),
        Column("Session", lambda row: f"S-{row.session_id:04d}"),
        Column("Event", lambda row: row.seq, number=True),
        Column("Type", lambda row: row.type),
        Column("Actor", lambda row: row.actor or ""),
        Column("Digest", lambda row: row.digest),
    )
    related = ("actor",)


@admin.register(Claim)
class Claims(ReadOnly):
    look = Look(actors=("decided_by",), action="status", objects={"G": "goal__account_id"}, when="claimed_at")
    columns = (
        Column("Claimed", lambda row: row.claimed_at),
        Column("Goal", lambda row: row.goal.ref),
        Column("By", lambda row: row.claimant),
        Column("Evidence", lambda row: row.evidence),
        Column("Status", lambda row: row.status),
        Column("Decided by", lambda row: row.decided_by or ""),
    )
    related = ("goal__account", "decided_by")
