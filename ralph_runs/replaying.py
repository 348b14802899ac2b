"""Proves every stored decision again from its own texts: the same verdict, the same sentence, or a finding."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from goals.proofs.more import Finding
from governance import canonical
from governance.models import Event
from ralph_runs import decisions, verdicts
from ralph_runs.models import Decision


def stops() -> Iterator[Finding]:
    """Every decision that stopped a goal, in order."""
    return (prove(each) for each in _decisions().filter(stops=True).iterator())


def all_decisions() -> Iterator[Finding]:
    """Every decision, whatever it said, in order."""
    return (prove(each) for each in _decisions().iterator())


def prove(decision: Decision) -> Finding:
    """Recompute one decision under its pinned version and compare everything it says."""
    subject = f"{decision.run.goal.ref} round {decision.execution.number}"
    if decisions.digest_of(decision) != decision.digest:
        return Finding(subject, "", "the stored decision is not the one that was written")
    if not _vouched(decision):
        return Finding(subject, "", "no event of the record vouches for this decision")
    verdict = decisions.recompute(decision)
    if canonical.text(verdicts.plain(verdict)) != decision.verdict_text:
        return Finding(subject, "", f"the texts now give “{verdict.sentence}”, not “{decision.sentence}”")
    if (verdict.sentence, verdict.stop_round is not None) != (decision.sentence, decision.stops):
        return Finding(subject, "", "the sentence or the outcome differs from the verdict")
    return Finding(subject, decision.sentence)


def _vouched(decision: Decision) -> bool:
    judged = Event.objects.filter(account_id=decision.run.goal.account_id, action=decisions.JUDGED)
    return judged.filter(body__contains=decision.digest).count() == 1


def _decisions() -> QuerySet[Decision]:
    return Decision.objects.select_related("run__goal__account", "execution").order_by("execution_id")
