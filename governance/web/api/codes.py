"""The published table: error code → HTTP status and whether trying again, unchanged, can help.

402 exhausted budgets, 409 state and decision conflicts, 403 authority, 503 enforcement unavailable. 429 is
only ever a rate limit of the API itself and never a budget, because clients retry it by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code means to a client."""

    status: int
    retryable: bool
    title: str


CODES: dict[str, Meaning] = {
    # bad input
    "invalid": Meaning(400, False, "Bad input"),
    "invalid-json": Meaning(400, False, "The body is not JSON"),
    "unknown-field": Meaning(400, False, "Unknown field"),
    "missing-field": Meaning(400, False, "Missing field"),
    "reason-missing": Meaning(400, False, "A reason is needed"),
    "idempotency-key-missing": Meaning(400, False, "A write needs an Idempotency-Key"),
    # bad input to a request for a signature
    "no-change": Meaning(400, False, "Nothing would change"),
    "needs-signature": Meaning(400, False, "This needs a signature"),
    "narrowing-needs-no-signature": Meaning(400, False, "This needs no signature"),
    "nobody-eligible": Meaning(400, False, "Nobody could sign this"),
    # authority
    "not-authenticated": Meaning(401, False, "Log in first"),
    "forbidden": Meaning(403, False, "Not for this person"),
    "self-approval": Meaning(403, False, "Nobody signs for their own request"),
    "not-a-person": Meaning(403, False, "Only a named person can do this"),
    "service-account": Meaning(403, False, "Not for a service account"),
    "deactivated": Meaning(403, False, "Not for somebody who has left"),
    "wrong-person": Meaning(403, False, "Not for this person"),
    "role-missing": Meaning(403, False, "A role is missing"),
    "over-limit": Meaning(403, False, "Above the limit"),
    "same-authority": Meaning(403, False, "A second authority must sign"),
    "no-delegation": Meaning(403, False, "No delegation"),
    "not-requester": Meaning(403, False, "Only for the requester"),
    "self-deactivation": Meaning(403, False, "Another controller must do this"),
    "csrf": Meaning(403, False, "The form did not come from here"),
    "not-found": Meaning(404, False, "No such thing"),
    "method-not-allowed": Meaning(405, False, "Not possible here"),
    "not-acceptable": Meaning(406, False, "Only JSON is spoken here"),
    "length-required": Meaning(411, False, "Length required"),
    "body-too-large": Meaning(413, False, "Body too large"),
    "unsupported-media-type": Meaning(415, False, "Only JSON is taken here"),
    "too-many-requests": Meaning(429, True, "Too many requests"),
    # the state does not allow it, or somebody was first
    "conflict": Meaning(409, False, "The state does not allow this"),
    "already-decided": Meaning(409, False, "Already decided"),
    "already-signed": Meaning(409, False, "Already signed"),
    "already-ended": Meaning(409, False, "Already ended"),
    "already-exists": Meaning(409, False, "Already there"),
    "already-revoked": Meaning(409, False, "Already revoked"),
    "already-frozen": Meaning(409, False, "Already frozen"),
    "already-bootstrapped": Meaning(409, False, "Already set up"),
    "last-controller": Meaning(409, False, "The last controller"),
    "not-away": Meaning(409, False, "Not away"),
    "not-expired": Meaning(409, False, "Not expired"),
    "requester-left": Meaning(409, False, "The requester has left"),
    "stale-page": Meaning(409, False, "Not what stands now"),
    "stale-terms": Meaning(409, False, "The terms moved"),
    "goal-ended": Meaning(409, False, "The goal has ended"),
    "goal-closed": Meaning(409, False, "The goal is closed"),
    "no-claim": Meaning(409, False, "Nobody claimed completion"),
    "no-driver": Meaning(409, True, "No driver is running"),
    "not-uncertain": Meaning(409, False, "Nothing is uncertain"),
    "answer-escalation": Meaning(409, False, "Answer the escalation"),
    "channel-exists": Meaning(409, False, "This channel is there already"),
    "too-many-channels": Meaning(409, False, "Too many channels"),
    "test-under-way": Meaning(409, True, "A test is under way"),
    "file-exists": Meaning(409, False, "The file is there already"),
    "signature-missing": Meaning(409, False, "A signature is missing"),
    "other-request": Meaning(409, False, "Another request"),
    "no-decision": Meaning(409, False, "No decision of the rule"),
    "suspended": Meaning(409, False, "The cost centre is suspended"),
    "period-closed": Meaning(409, False, "The period is closed"),
    "period-ahead": Meaning(409, False, "The period has not begun"),
    "earlier-period-open": Meaning(409, False, "An earlier period is open"),
    "nothing-to-correct": Meaning(409, False, "Nothing to put right"),
    "hold-closed": Meaning(409, False, "The hold has ended"),
    "call-open": Meaning(409, True, "A call is under way"),
    "lease-lost": Meaning(409, False, "The lease was lost"),
    "prompt-rejected": Meaning(409, False, "The prompt was rejected"),
    "endpoint-not-configured": Meaning(409, False, "The endpoint is not configured"),
    "stream-moved": Meaning(409, True, "Somebody else changed this at the same moment"),
    "account-moved": Meaning(409, True, "Somebody else changed this at the same moment"),
    "session-moved": Meaning(409, True, "Somebody else changed this at the same moment"),
    "idempotency-key-reused": Meaning(409, False, "The key was used for another body"),
    "answer-lost": Meaning(409, False, "Already carried out"),
    # the gate
    "stale-revision": Meaning(409, False, "The goal moved"),
    "frozen": Meaning(409, True, "Admissions are frozen"),
    "goal-not-active": Meaning(409, False, "The goal is not active"),
    "goal-disarmed": Meaning(409, False, "The goal is disarmed"),
    "authorisation-lapsed": Meaning(403, False, "No signature covers this now"),
    "round-live": Meaning(409, True, "Something is still running"),
    "human-first": Meaning(409, True, "A person goes first"),
    "round-limit": Meaning(402, False, "The round cap is reached"),
    "repeated-blocker": Meaning(409, False, "The same blocker came back"),
    "model-unpriced": Meaning(409, False, "A model has no price"),
    "token-budget": Meaning(402, False, "The token budget is exhausted"),
    "money-budget": Meaning(402, False, "The money budget is exhausted"),
    "envelope": Meaning(402, False, "The cost centre has no room"),
    "exhausted": Meaning(402, False, "There is no room for this"),
    "over-cap": Meaning(402, False, "The hold is used up"),
    "enforcement-unavailable": Meaning(503, True, "The gate could not be asked"),
    # the goal domain
    "GOAL_AGENT_NOT_LIVE": Meaning(409, False, "The agent is not live"),
    "GOAL_NOT_FOUND": Meaning(404, False, "There is no such goal"),
    "GOAL_ALREADY_EXISTS": Meaning(409, False, "There is already a goal"),
    "GOAL_STALE_REVISION": Meaning(409, False, "The goal moved"),
    "GOAL_INVALID_OBJECTIVE": Meaning(400, False, "Not an objective"),
    "GOAL_INVALID_MAX_ROUNDS": Meaning(400, False, "Not a round cap"),
    "GOAL_INVALID_BLOCK_REASON": Meaning(400, False, "Not a reason"),
    "GOAL_INVALID_EDIT": Meaning(400, False, "Nothing to edit"),
    "GOAL_INVALID_TRANSITION": Meaning(409, False, "Not from this phase"),
    "GOAL_TOOL_AGENT_REQUIRED": Meaning(409, False, "A tool needs its agent"),
    "GOAL_TOOL_DRIVER_REQUIRED": Meaning(409, False, "A tool needs its turn"),
    "GOAL_TOOL_AUTHORITY_REQUIRED": Meaning(403, False, "Not for an agent"),
    "GOAL_TOOL_INVALID_UPDATE": Meaning(400, False, "Not an update"),
    "GOAL_TOOL_BLOCK_THRESHOLD": Meaning(409, False, "Too early to be blocked"),
    "append-only": Meaning(500, False, "The record cannot be changed"),
    "record-unprotected": Meaning(500, False, "The record is not protected"),
    "unusable-key": Meaning(500, False, "The key of the record cannot be used"),
    "no-transaction": Meaning(500, False, "Something failed"),
    "error": Meaning(500, True, "Something failed"),
    "internal": Meaning(500, True, "Something failed"),
}

BY_KIND = {
    "Invalid": "invalid",
    "Forbidden": "forbidden",
    "SelfApproval": "self-approval",
    "NotFound": "not-found",
    "Conflict": "conflict",
    "Exhausted": "exhausted",
    "EnforcementUnavailable": "enforcement-unavailable",
}


def meaning_of(code: str, *, kind: str = "internal") -> Meaning:
    """The meaning of a code; codes without a row of their own mean what their kind of error means."""
    return CODES.get(code) or CODES[BY_KIND.get(kind, "internal")]
