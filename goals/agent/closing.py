"""How an execution ends, in codes for programs and one sentence for people. Touches no money."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings

from goals.agent import prompts
from goals.agent.bounds import Short
from goals.agent.endings import Ending
from goals.agent.failures import Failure
from goals.agent.reply import Reply
from goals.agent.toolbox import Used
from goals.agent.work import Work
from goals.enums import BlockCode, Phase
from goals.models import Claim, Execution, Goal
from goals.rounds import turns
from goals.rounds.leases import Stop
from goals.sessions.transcript import user_message

SHOWN_CHARACTERS = 200
REPORTED = "reported"
FAILING_STOPS = ("usage-overrun", "usage-not-trusted", "model-not-signed")


def already_over(work: Work) -> Ending | None:
    """The ending of a round that had done all it does before its worker was lost."""
    report = _own_report(work)
    if report:
        return _settled(f"{REPORTED}-{report}", f"The agent had reported the goal {report}.")
    last = work.payload.messages[-1]
    if last["role"] == "assistant" and not last.get("tool_calls"):
        return _settled("completed", "The agent had ended its turn.")
    return None


def _own_report(work: Work) -> str:
    """complete or blocked, where it was this very round that reported it."""
    execution, goal = work.execution, work.goal
    if execution.kind != Execution.Kind.ROUND or goal.cleared:
        return ""
    if goal.phase == Phase.COMPLETE and Claim.objects.filter(goal=goal, execution=execution).exists():
        return "complete"
    reported = goal.phase == Phase.BLOCKED and goal.blocked_code == BlockCode.MODEL_REPORTED
    return "blocked" if reported and goal.revision == execution.revision + 1 else ""


def finished(work: Work) -> Ending:
    """The model ended its turn, or has said its closing words."""
    if work.report:
        return _settled(
            f"{REPORTED}-{work.report}", f"The agent reported the goal {work.report}{_after(work)}."
        )
    return _settled("completed", f"The agent ended its turn{_after(work)}.")


def wrap_up(work: Work, report: str) -> Ending | None:
    """After a round's terminal report: the ending where policy stops hard, else one context and one more step."""
    work.report = report
    if not settings.COUNTERSIGN.wrap_up_step:
        return finished(work)
    text = prompts.wrap_up(report, work.goal.objective if report == "complete" else _blocked_message(work))
    turns.add_context(work.lease, source=prompts.wrap_up_source(report, work.goal.objective), text=text)
    work.payload.append(user_message(text))
    work.wrapping_up = True
    return None


def _blocked_message(work: Work) -> str:
    return Goal.objects.values_list("blocked_message", flat=True).get(pk=work.goal.pk)


def stopped(work: Work, stop: Stop) -> Ending:
    """Somebody or something stopped the execution before its next step."""
    if work.wrapping_up:
        return finished(work)
    if stop.code == "over-cap":
        return Ending(state="over-cap", outcome="wall-clock", sentence=stop.sentence)
    state = "failed" if stop.code in FAILING_STOPS else "cancelled"
    return Ending(state=state, outcome=stop.code, sentence=stop.sentence)


def failed(work: Work, failure: Failure) -> Ending:
    """The provider gave no usable answer. A report that is already in stands."""
    if work.wrapping_up:
        return finished(work)
    return Ending(state="failed", outcome=failure.code.value, sentence=failure.sentence)


def short(work: Work, missing: Short, *, failure: Failure | None = None) -> Ending:
    """The next request fits neither the hold nor, perhaps, the model's context."""
    if work.wrapping_up:
        return finished(work)
    if failure is not None:
        sentence = f"{failure.sentence} What was committed carries no other attempt."
        return Ending(state="failed", outcome=failure.code.value, sentence=sentence)
    numbers = {"unit": missing.unit, "needed": missing.needed, "left": missing.left}
    if missing.code == BlockCode.CONTEXT_LIMIT:
        sentence = (
            f"The next request may need {missing.needed:,} tokens; the model's context has {missing.left:,}."
        )
        return Ending(state="failed", outcome=missing.code, sentence=sentence, facts=numbers)
    sentence = (
        f"The next request may need {_amount(work, missing, missing.needed)}; {_amount(work, missing, missing.left)} "
        "of what was committed are left."
    )
    return Ending(state="over-cap", outcome="over-cap", sentence=sentence, facts=numbers)


def _amount(work: Work, missing: Short, value: object) -> str:
    return f"{value:,} tokens" if missing.unit == "tokens" else f"{work.goal.account.currency} {value:.4f}"


def too_many_steps(work: Work) -> Ending:
    most = settings.COUNTERSIGN.max_steps_per_round
    return Ending(
        state="over-cap", outcome="step-limit", sentence=f"The round used all {most} steps it may take."
    )


def measured(work: Work, ending: Ending) -> Ending:
    """The ending with what the gate needs for the next round: the bound of the conversation as it is now."""
    return replace(ending, facts={**ending.facts, "next_input_tokens": work.input_bound()})


def step_sentence(reply: Reply, used: Used) -> str:
    """What a step did, for people: its tools, or else its words."""
    if used.sentences:
        return " ".join(used.sentences)[:1_000]
    words = " ".join(str((reply.message or {}).get("content", "")).split())
    shown = words if len(words) <= SHOWN_CHARACTERS else words[: SHOWN_CHARACTERS - 1] + "…"
    return f"Answered: “{shown}”"


def _settled(outcome: str, sentence: str) -> Ending:
    return Ending(state="settled", outcome=outcome, sentence=sentence)


def _after(work: Work) -> str:
    return f" after {work.steps} step{'' if work.steps == 1 else 's'}"
