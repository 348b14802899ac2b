"""The evidence of a repeated blocker: its reports side by side, what they share, which rule decided each pair."""

from __future__ import annotations

import json

from goals.enums import BlockCode
from goals.models import Execution, Goal
from goals.web.escalations import causes, evidence
from goals.web.sections import Section
from governance.models import Escalation
from governance.web.format import counted
from governance.web.moments import clock, short_day
from ralph_runs.causes import ALARM, NEEDS_PERSON
from ralph_runs.models import Decision
from ralph_runs.web.marked_texts import marked

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def register() -> None:
    """Say how runs' questions are called and how a stop by the rule is shown."""
    evidence.register(BlockCode.REPEATED_BLOCKER.value, section)
    causes.register(NEEDS_PERSON, "waits", "Needs a person")
    causes.register(ALARM, "over", "A pattern", "Look")


def section(question: Escalation, goal: Goal) -> Section | None:
    """The section for the stop that this question is about. Two queries."""
    told = json.loads(question.evidence_text)
    decision = Decision.objects.filter(pk=told.get("decision"), run__goal=goal).first()
    if decision is None:
        return None
    verdict = json.loads(decision.verdict_text)
    rounds = [int(one["round"]) for one in verdict["texts"]]
    ended = Execution.objects.filter(goal=goal, number__in=rounds).values_list("number", "ended_at")
    instants = {number: f"{short_day(at)}, {clock(at, zone=True)}" for number, at in ended if number and at}
    found = marked(verdict, instants)
    many = _NUMBERS.get(len(found.texts), str(len(found.texts)))
    return Section(
        heading=f"The {many} reports, word for word", template="escalations/_three.html", note="oldest first",
        context={
            "texts": found.texts, "shared": found.shared, "compared": found.compared,
            "decided": f"Decided by fixed rules, version {decision.matcher_version}, pinned when the goal was signed, "
            f"at {counted(decision.threshold, 'round')} in a row. No model took part. Running the rules again on these "
            "texts gives this answer.",
        },
    )  # fmt: skip
