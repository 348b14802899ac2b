"""Which actions belong together under "did what", and which sign stands beside which action. Pure."""

from __future__ import annotations

GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "asked": (
        "Asked or changed a request",
        ("request.asked", "request.resubmitted", "request.withdrawn", "request.escalated"),
    ),
    "signed": ("Signed or approved", ("request.signed", "request.approved")),
    "declined": (
        "Declined, sent back, expired",
        ("request.declined", "request.sent-back", "request.expired", "escalation.expired"),
    ),
    "refused": (
        "Refused",
        ("request.refused", "gate.refused", "act.refused", "report.refused", "round.reservation-dropped"),
    ),
    "stopped": (
        "Stopped, paused, disarmed",
        ("goal.stopped", "goal.paused", "goal.disarmed", "goal.closed", "authorisation.revoked"),
    ),
    "resumed": ("Resumed or armed", ("goal.resumed", "goal.rearmed")),
    "answered": (
        "Answered or asked a question",
        ("escalation.answered", "escalation.asked-again", "escalation.escalated", "decision.overruled"),
    ),
    "completion": (
        "Claimed, accepted, rejected",
        ("completion.claimed", "completion.accepted", "completion.rejected"),
    ),
    "rounds": (
        "Admitted or settled a round",
        ("round.admitted", "round.settled", "round.uncertain", "round.worker-lost", "round.taken-up"),
    ),
    "spent": ("Posted or corrected spend", ("attempt.posted", "attempt.settled", "spend.corrected")),
    "terms": ("Changed terms", ("terms.narrowed", "goal.edited")),
    "frozen": (
        "Froze or lifted",
        ("freeze.placed", "freeze.lifted", "cost-centre.suspended", "cost-centre.restored"),
    ),
    "people": (
        "Roles, delegations, log-ins",
        (
            "grant.ended",
            "delegation.given",
            "delegation.revoked",
            "person.deactivated",
            "person.away",
            "person.back",
            "log-in.slowed",
            "log-in.after-failures",
            "token.issued",
            "token.revoked",
        ),
    ),
    "runs": (
        "Runs and blockers",
        ("run.opened", "run.closed", "blocker.judged", "blocker.asked", "alarm.raised", "report.stored"),
    ),
}
EFFECTS = {"moved": "Moved money", "more": "Gave back", "less": "Set aside or spent", "none": "Moved none"}
GLYPHS = {
    "gate.refused": "refused",
    "request.refused": "refused",
    "act.refused": "refused",
    "report.refused": "refused",
    "goal.stopped": "stopped",
    "goal.paused": "paused",
    "goal.disarmed": "disarmed",
    "freeze.placed": "stopped",
    "request.signed": "signed",
    "request.approved": "signed",
    "request.declined": "declined",
    "authorisation.revoked": "refused",
    "completion.rejected": "refused",
    "completion.accepted": "complete",
    "round.reservation-dropped": "refused",
    "round.uncertain": "uncertain",
    "request.expired": "expired",
    "escalation.expired": "expired",
}
FACTS = {
    "phase": "Phase",
    "revision": "Revision",
    "terms_version": "Terms version",
    "code": "Why",
    "reason": "Reason",
    "signatures_needed": "Signatures needed",
    "request": "Request",
    "escalation": "Question",
    "answer": "Answer",
    "level": "Level",
    "role": "Role",
    "scope": "Scope",
    "period": "Period",
    "budget": "Budget",
    "before": "Before",
    "changed": "Changed",
    "disarmed": "Disarmed",
    "encumbered": "Encumbered",
    "kind": "Kind",
    "cause": "Cause",
    "signed_by": "Signed by",
    "terms": "Terms digest",
    "model": "Model",
}
CODES = frozenset({"code", "cause", "kind", "answer"})
DIGESTS = frozenset({"terms"})
