"""Names of everything that can be wrong with a stored goal event. Decides the names, never the checks."""

from enum import StrEnum


class FaultCode(StrEnum):
    """Stable codes; the comment is the rule that the event breaks."""

    EVENT_SHAPE = "event-shape"  # an event is an object with a type in text
    HISTORY_SHRUNK = "history-shrunk"  # a history never gets shorter than what was read of it

    CHANGE_SHAPE = "change-shape"  # a change is an object
    CHANGE_KIND = "change-kind"  # of kind goal/change
    CHANGE_VERSION = "change-version"  # in version 1
    CHANGE_OPERATION = "change-operation"  # with a known operation
    CHANGE_KEYS = "change-keys"  # and exactly the keys of a snapshot or of a clear
    ROUNDS_STARTED_VALUE = "rounds-started-value"  # rounds are an integer from 0 to 2^53-1
    TIME_VALUE = "time-value"  # times are epoch milliseconds from 0 to 2^53-1
    TIME_ORDER = "time-order"  # nothing is updated before it was created

    GOAL_SHAPE = "goal-shape"  # a goal is an object
    GOAL_KEYS = "goal-keys"  # with exactly its keys
    GOAL_ID_VALUE = "goal-id-value"  # an id is goal- and a UUID
    REVISION_VALUE = "revision-value"  # a revision is an integer from 1 to 2^53-1
    OBJECTIVE_VALUE = "objective-value"  # an objective is readable, trimmed, not empty
    PHASE_VALUE = "phase-value"  # a phase is one of the four
    MAX_ROUNDS_VALUE = "max-rounds-value"  # a cap is an integer from 1 to 2^53-1
    BLOCKED_REASON_PRESENCE = "blocked-reason-presence"  # a reason is there exactly while blocked
    BLOCKED_REASON_VALUE = "blocked-reason-value"  # exactly {code, message}, message trimmed
    CLEARED_SHAPE = "cleared-shape"  # a tombstone is exactly {id, revision}

    CREATE_REVISION = "create-revision"  # a goal begins at revision 1
    CREATE_PHASE = "create-phase"  # active
    CREATE_ROUNDS = "create-rounds"  # without rounds
    CREATE_USED_ID = "create-used-id"  # under an id never used before
    CREATE_OVER_OPEN_GOAL = "create-over-open-goal"  # beside no goal or a completed one

    NO_CURRENT_GOAL = "no-current-goal"  # a change needs a current goal
    OTHER_GOAL = "other-goal"  # with the id of the change
    REVISION_ORDER = "revision-order"  # each change is the next revision
    CREATED_AT_CHANGED = "created-at-changed"  # a goal was created once
    TIME_REGRESSED = "time-regressed"  # no change is older than the one before
    ROUNDS_CHANGED = "rounds-changed"  # only an admitted round counts a round
    OBJECTIVE_CHANGED = "objective-changed"  # only an edit changes the objective
    MAX_ROUNDS_CHANGED = "max-rounds-changed"  # only an edit changes the cap
    EDIT_PHASE = "edit-phase"  # an edit keeps the phase
    EDIT_BLOCKED_REASON = "edit-blocked-reason"  # an edit keeps the reason
    ILLEGAL_TRANSITION = "illegal-transition"  # a move goes from an allowed phase to its own
    RESUME_WITHOUT_CAPACITY = "resume-without-capacity"  # a resume needs a round left
    REOPEN_CODE = "reopen-code"  # a reopened goal is blocked as completion-rejected

    ROUND_SOURCE_KEYS = "round-source-keys"  # a round's source has exactly its keys
    ROUND_NUMBER_VALUE = "round-number-value"  # a round is an integer from 1 to 2^53-1
    ROUND_WITHOUT_GOAL = "round-without-goal"  # a round needs a current goal
    ROUND_OTHER_GOAL = "round-other-goal"  # with the id of the round
    ROUND_OTHER_REVISION = "round-other-revision"  # at the revision of the round
    ROUND_NOT_ACTIVE = "round-not-active"  # that is active
    ROUND_ORDER = "round-order"  # rounds are counted without gap or repeat
    ROUND_OVER_CAP = "round-over-cap"  # and never beyond the cap


class EventFault(Exception):
    """One event is wrong. Its place in the history is added by the fold."""

    def __init__(self, code: FaultCode, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
