"""The closed lists of the goal domain. Decides which words exist, never which moves are allowed."""

from enum import StrEnum


class Phase(StrEnum):
    """Where a goal stands. Durable: part of every snapshot."""

    ACTIVE = "active"  # create, resume -> active -> pause, block, complete
    PAUSED = "paused"  # pause -> paused -> resume, complete
    BLOCKED = "blocked"  # block, reopen -> blocked -> resume, complete
    COMPLETE = "complete"  # complete -> complete -> reopen, or a fresh goal by create


class Operation(StrEnum):
    """What was done to a goal. One durable event each."""

    CREATE = "create"  # none, complete -> active
    EDIT = "edit"  # any phase -> the same phase
    PAUSE = "pause"  # active -> paused
    RESUME = "resume"  # active (disarmed), paused, blocked -> active
    COMPLETE = "complete"  # active, paused, blocked -> complete
    BLOCK = "block"  # active -> blocked
    CLEAR = "clear"  # any phase -> tombstone
    REOPEN = "reopen"  # complete -> blocked; a person rejected the claim of completion


class Activation(StrEnum):
    """The live permission to admit the next round. Never in the record."""

    ARMED = "armed"  # create, resume -> armed -> every stop, every new driver epoch
    DISARMED = "disarmed"  # every stop, every replay -> disarmed -> resume


class ActivationEffect(StrEnum):
    """What one change does to the activation, for whoever holds the live row."""

    ARMED = "armed"  # after create, resume
    DISARMED = "disarmed"  # after pause, complete, block, clear, reopen
    UNCHANGED = "unchanged"  # after edit


class BlockCode(StrEnum):
    """The block codes this service writes itself. The domain accepts any lower-kebab-case code."""

    ROUND_LIMIT = "round-limit"  # gate: every allowed round was started
    QUEUE_FAILED = "queue-failed"  # driver: the round could not be reserved
    PROMPT_REJECTED = "prompt-rejected"  # driver: the round was refused before its first step
    MODEL_REPORTED = "model-reported"  # the agent, or a person through it, reported the goal blocked
    TOKEN_BUDGET = "token-budget"  # noqa: S105  gate or books: no further round can be funded in tokens
    MONEY_BUDGET = "money-budget"  # gate or books: no further round can be funded in money
    REPEATED_BLOCKER = "repeated-blocker"  # convergence: the same blocker in consecutive rounds
    AUTHORISATION_LAPSED = "authorisation-lapsed"  # gate: the signature no longer covers the goal
    ROUND_FAILED = "round-failed"  # a Ralph round ended without a valid report
    USAGE_OVERRUN = "usage-overrun"  # books: a provider counted more than the attempt's bound
    CONTEXT_LIMIT = "context-limit"  # the next request no longer fits the model's context
    COMPLETION_REJECTED = "completion-rejected"  # a person rejected a claim of completion


POLICY_BLOCKS = frozenset(
    {
        BlockCode.ROUND_LIMIT,
        BlockCode.TOKEN_BUDGET,
        BlockCode.MONEY_BUDGET,
        BlockCode.REPEATED_BLOCKER,
        BlockCode.AUTHORISATION_LAPSED,
        BlockCode.ROUND_FAILED,
        BlockCode.USAGE_OVERRUN,
        BlockCode.CONTEXT_LIMIT,
    }
)
"""Blocks whose way on is the decision of an approver on an escalation, not a plain resume."""
