"""“Not the same blocker, continue.” A person overrules the rule; the case is kept, labelled, for the rule's makers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from goals import operations
from goals.answers.subject import goal_of
from governance import audit, clock, wording
from governance.actors import Acting
from governance.errors import Conflict
from governance.models import Escalation
from ralph_runs.models import Decision, Overrule


class NotTheSame:
    name = "not-the-same"
    meaning = "Not the same blocker, continue"
    spends_on = True

    def may(self, acting: Acting, escalation: Escalation) -> None:
        if Overrule.objects.filter(decision=_decision(escalation)).exists():
            raise Conflict("This decision has been overruled already.", code="already-decided")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        goal, decision = goal_of(escalation), _decision(escalation)
        overrule = Overrule.objects.create(
            decision=decision, escalation=escalation, reason=escalation.reason, at=clock.now()
        )
        audit.record(
            acting=acting, on=goal.account, action="decision.overruled",
            sentence=f"{acting.name} overruled “{decision.sentence}” because {wording.because(escalation.reason)} "
            "No money moved.",
            facts={"overrule": overrule.pk, "decision": decision.pk, "escalation": escalation.ref,
                   "digest": decision.digest, "reason": escalation.reason},
        )  # fmt: skip
        operations.resume_locked(acting=acting, goal=goal, revision=goal.revision, reason=escalation.reason)


def _decision(escalation: Escalation) -> Decision:
    found = json.loads(escalation.evidence_text).get("decision")
    decision = Decision.objects.filter(pk=found, run__goal__account=escalation.account_id).first()
    if decision is None:
        raise Conflict("This question is about no decision of the rule.", code="no-decision")
    return decision
