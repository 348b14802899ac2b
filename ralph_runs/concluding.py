"""What an ended round means for its run and its goal. Runs inside the settling transaction.

A report counts as it is: complete is a claim, blocked ends the run, continue is judged by the rule. A round
without a valid report fails loudly: never a claim, never "no blockers", never the end of the rounds.
"""

from __future__ import annotations

from django.conf import settings

from goals.agent.endings import Ending
from goals.enums import BlockCode, Phase
from goals.models import Execution, Goal
from goals.strategies import Conclusion
from goals.terms import read_terms
from governance import wording
from ralph_runs import bounds, decisions, evidence, handoffs, questions, runs
from ralph_runs.convergence import Verdict
from ralph_runs.models import Decision, RalphRun, RunRound
from ralph_runs.report import Report

Outcome = RalphRun.Outcome
SETTLED_BY_PERSON = "uncertain-settled"
SHOWN_BLOCKERS = 3


def ended(row: RunRound, ending: Ending) -> Ending:
    """The ending as its report makes it: a report that is in stands, one that is missing or refused fails."""
    number = row.execution.number
    if row.report_text:
        return Ending(
            state="settled", outcome=f"reported-{row.status}", facts=ending.facts,
            sentence=f"The agent reported {row.status} for round {number}.",
        )  # fmt: skip
    if row.fault:
        sentence = f"The report of round {number} was refused: {row.fault.partition(': ')[2]}"
        return Ending(state="failed", outcome="invalid-report", sentence=sentence, facts=ending.facts)
    if ending.state == "settled":
        sentence = f"Round {number} ended without a report."
        return Ending(state="failed", outcome="missing-report", sentence=sentence, facts=ending.facts)
    return ending


def conclude(row: RunRound, execution: Execution, goal: Goal, ending: Ending) -> Conclusion:
    """What happens to run and goal. The execution has ended in the database already."""
    if row.report_text:
        return _reported(row, handoffs.report_of(row), execution, goal)
    if ending.state == "cancelled" or ending.outcome == SETTLED_BY_PERSON:
        return Conclusion()
    return _failed(row, execution, goal, ending)


def _reported(row: RunRound, report: Report, execution: Execution, goal: Goal) -> Conclusion:
    assert goal.account.terms is not None
    threshold = read_terms(goal.account.terms.text).blocker_threshold
    decision, verdict = decisions.decide(row, execution, goal=goal, threshold=threshold)
    if not _is_active(goal):
        return Conclusion()
    if report.status == "complete":
        return _completed(row, report, execution, goal)
    if report.status == "blocked":
        return _blocked(row, report, execution, goal)
    if decision.stops:
        return _stopped(row, verdict, goal, decision)
    questions.ask_about(report, row=row, execution=execution, goal=goal)
    questions.raise_alarms(verdict, run=row.run, goal=goal)
    if goal.rounds_started >= goal.max_rounds:
        sentence = f"All {goal.max_rounds} rounds are used after round {execution.number} and work is left."
        runs.close(run=row.run, goal=goal, outcome=Outcome.BUDGET_LIMITED, sentence=sentence)
    return Conclusion()


def _completed(row: RunRound, report: Report, execution: Execution, goal: Goal) -> Conclusion:
    """A claim, if the goal is still the one that the round was admitted for; else only a handoff."""
    if goal.revision != execution.revision:
        return Conclusion()
    sentence = (
        f"Round {execution.number} reported the objective complete: {wording.quoted(report.summary)}; a person "
        "accepts or rejects it."
    )
    runs.close(run=row.run, goal=goal, outcome=Outcome.COMPLETE, sentence=sentence)
    lines = [report.summary, *(f"- {each}" for each in report.evidence)]
    limit = settings.COUNTERSIGN.ralph_max_result_chars
    return Conclusion(
        claimant=f"The agent in round {execution.number}", claim_evidence=bounds.cut("\n".join(lines), limit)
    )


def _blocked(row: RunRound, report: Report, execution: Execution, goal: Goal) -> Conclusion:
    told = "; ".join(wording.quoted(each.text) for each in report.blockers[:SHOWN_BLOCKERS])
    sentence = f"Round {execution.number} reported that nothing more can be done: {told}."
    earlier = questions.earlier_answer(goal, row.run, report.items)
    runs.close(run=row.run, goal=goal, outcome=Outcome.BLOCKED, sentence=sentence)
    return Conclusion(
        block_code=BlockCode.MODEL_REPORTED, block_message=sentence + questions.cited(earlier), earlier=earlier,
        numbers={"round": execution.number, "run": row.run.number, "blockers": report.items, **evidence.money(goal)},
    )  # fmt: skip


def _stopped(row: RunRound, verdict: Verdict, goal: Goal, decision: Decision) -> Conclusion:
    earlier = questions.earlier_answer(goal, row.run, [{"text": verdict.which or ""}])
    runs.close(run=row.run, goal=goal, outcome=Outcome.STOPPED, sentence=verdict.sentence)
    return Conclusion(
        block_code=BlockCode.REPEATED_BLOCKER, block_message=verdict.sentence + questions.cited(earlier),
        earlier=earlier, numbers=evidence.of_stop(decision, goal),
    )  # fmt: skip


def _failed(row: RunRound, execution: Execution, goal: Goal, ending: Ending) -> Conclusion:
    if row.run.outcome != Outcome.OPEN:
        return Conclusion()  # the goal was ended for good while this round ran
    kept = handoffs.last_good(goal)
    number = kept.execution.number if kept else None
    keeps = f"the handoff of round {number} is kept" if kept else "there is no handoff yet"
    reason = ending.sentence.rstrip(".")
    sentence = f"Round {execution.number} failed: {reason}; {keeps}."
    runs.close(run=row.run, goal=goal, outcome=Outcome.ROUND_FAILED, sentence=sentence)
    code = _code(execution, ending)
    facts = {
        "round": execution.number,
        "run": row.run.number,
        "outcome": ending.outcome,
        "handoff_of": number,
    }
    return Conclusion(block_code=code, block_message=sentence, numbers={**facts, **evidence.money(goal)})


def _code(execution: Execution, ending: Ending) -> BlockCode:
    """A first request that does not fit its model never will; every other failure is the round's own."""
    too_large = ending.outcome == BlockCode.CONTEXT_LIMIT and not execution.steps
    return BlockCode.CONTEXT_LIMIT if too_large else BlockCode.ROUND_FAILED


def _is_active(goal: Goal) -> bool:
    return goal.phase == Phase.ACTIVE and not goal.cleared
