"""The strategy `ralph`: every round a fresh agent in a session of its own, with the last handoff and nothing else.

Decides what such an agent is given and what it may use. What its report means is `concluding`'s.
"""

from __future__ import annotations

from django.conf import settings

from goals import sessions, store
from goals.agent import measuring
from goals.agent.bounds import input_bound
from goals.agent.endings import Ending
from goals.agent.prompts import Left
from goals.agent.tools.registry import WORKSPACE_TOOLS
from goals.gate.answer import Refusal
from goals.models import Execution, Goal, Session
from goals.sessions import transcript
from goals.sessions.transcript import Entry
from goals.strategies import Conclusion, Conversation
from goals.strategies.same_session import SameSession
from goals.terms import Terms
from governance.actors import Acting
from governance.errors import Conflict, Invalid
from ralph_runs import concluding, decisions, evidence, handoffs, prompts, runs, windows
from ralph_runs.models import RunRound
from ralph_runs.tools.submit_report import KEYS

SOURCE_KIND = "ralph"
SYSTEM = {"role": "system", "content": prompts.SYSTEM}
CLOSING = {"role": "assistant", "content": "The report of this round is in."}


class Ralph:
    """A person's turn is no round: it happens in the goal's own session, as under `same-session`."""

    name = "ralph"
    _in_session = SameSession()

    def check_terms(self, terms: Terms) -> None:
        most = settings.COUNTERSIGN.ralph_max_rounds
        if terms.max_rounds > most:
            raise Invalid(
                f"A run has at most {most} rounds here; {terms.max_rounds:,} are asked for.",
                field="max_rounds",
            )

    def may_continue(self, goal: Goal) -> Refusal | None:
        """Not while the last decision stops, until an approver answers or another objective is signed."""
        last = windows.last_run(goal)
        decision = decisions.last_in(windows.runs_of(last)) if last else None
        if last is None or decision is None or not decision.stops:
            return None
        if windows.opens(goal, last, windows.last_answer(goal)) is not None:
            return None
        return Refusal("repeated-blocker", decision.sentence, evidence.of_stop(decision, goal))

    def floor_tokens(self, goal: Goal, terms: Terms) -> int:
        most = Left(terms.max_rounds, terms.budget_tokens, terms.budget_tokens)
        opening = _opening(goal, terms, goal.rounds_started + 1, most)
        messages = [SYSTEM, transcript.user_message(opening)]
        payload = measuring.payload_of(Conversation(messages=messages, tools=_offer(terms)))
        return input_bound(payload, measuring.profile_of(terms))

    def prepare(self, execution: Execution, goal: Goal, terms: Terms) -> Session:
        if execution.kind == Execution.Kind.HUMAN:
            return self._in_session.prepare(execution, goal, terms)
        number, held = execution.number, execution.hold.tokens
        assert number is not None
        left = Left(goal.max_rounds - number, goal.account.available_tokens + held, held)
        content = _opening(goal, terms, number, left)
        decisions.pin(goal)
        run = runs.run_for(goal)
        child = sessions.open_session(
            owner=goal.session.owner, cost_centre=goal.session.cost_centre, parent=goal.session
        )
        execution.session = child
        Execution.objects.filter(pk=execution.pk).update(session=child)
        RunRound.objects.create(run=run, execution=execution, profile=terms.report_profile)
        noted = prompts.note(number=number, max_rounds=goal.max_rounds, session=child.ref)
        store.admit_round(goal=goal, number=number, execution=execution, content=noted)
        sessions.append(
            child, type=transcript.USER, data={"source": _source(execution)}, body=content, goal=goal,
            execution=execution,
        )  # fmt: skip
        return child

    def conversation(self, execution: Execution, goal: Goal, terms: Terms) -> Conversation:
        """The child session alone. Raises Conflict `prompt-rejected` where it does not begin with its round.

        A round whose report is in has nothing left to ask: its conversation says so.
        """
        if execution.kind == Execution.Kind.HUMAN:
            return self._in_session.conversation(execution, goal, terms)
        assert execution.session is not None
        entries = transcript.entries_of(execution.session)
        _check(entries, execution)
        messages = [SYSTEM, *transcript.render(entries)]
        row = RunRound.objects.get(execution=execution)
        over = [CLOSING] if row.submitted_at else []
        return Conversation(messages=[*messages, *over], tools=_offer(terms))

    def ended(self, execution: Execution, ending: Ending) -> Ending:
        if execution.kind == Execution.Kind.HUMAN:
            return self._in_session.ended(execution, ending)
        return concluding.ended(_row(execution), ending)

    def conclude(self, execution: Execution, goal: Goal, ending: Ending) -> Conclusion:
        if execution.kind == Execution.Kind.HUMAN:
            return self._in_session.conclude(execution, goal, ending)
        return concluding.conclude(_row(execution), execution, goal, ending)

    def closed(self, *, acting: Acting, goal: Goal) -> None:
        runs.close_open(acting=acting, goal=goal)


def _row(execution: Execution) -> RunRound:
    return RunRound.objects.select_related("run", "execution").get(execution=execution)


def _offer(terms: Terms) -> tuple[str, ...]:
    return (*(name for name in WORKSPACE_TOOLS if name in terms.tools), KEYS[terms.report_profile])


def _opening(goal: Goal, terms: Terms, number: int, left: Left) -> str:
    handoff = handoffs.last_good(goal)
    return prompts.opening(
        objective=goal.objective, number=number, max_rounds=goal.max_rounds, left=left,
        profile=terms.report_profile, told=handoffs.told_since(goal, handoff),
        handoff=(handoff.execution.number or 0, handoffs.report_of(handoff)) if handoff else None,
    )  # fmt: skip


def _source(execution: Execution) -> dict[str, object]:
    return {
        "kind": SOURCE_KIND, "goalId": execution.goal_id, "revision": execution.revision,
        "round": execution.number,
    }  # fmt: skip


def _check(entries: list[Entry], execution: Execution) -> None:
    first = entries[0] if entries else None
    if first is None or first.execution_id != execution.pk or first.data.get("source") != _source(execution):
        raise Conflict(
            "The round was refused before its first step: the message that opens it is missing.",
            code="prompt-rejected",
        )
