"""The demonstration's story: ask, sign, run, stop, answer, go on, complete, accept. Every line a real verb."""

from __future__ import annotations

from dataclasses import dataclass, field

from goals import operations
from goals.models import Goal
from governance import escalations
from governance.errors import SelfApproval
from governance.models import Escalation, Request
from ralph_runs.demonstration import people, telling, wishes
from ralph_runs.demonstration.telling import Say
from ralph_runs.demonstration.waiting import Watch, at_rest, driver_is_live, until


@dataclass
class Tour:
    """What the tour made, for the telling at its end."""

    say: Say
    model: str = ""
    goals: dict[str, Goal] = field(default_factory=dict)
    watch: Watch = field(default_factory=Watch)

    def sign_all(self) -> None:
        """Ask for the goals and sign them, before any driver runs: signed is not started."""
        self.sign(
            "reconcile", wishes.RECONCILE, "ingrid", "tomas", "Month-end close; two people are on leave."
        )
        self.sign("endless", wishes.ENDLESS, "priya", "tomas", "Suppliers ask every week.")
        self.sign("hungry", wishes.HUNGRY, "priya", "mariam", "The archive moves at the end of the month.")

    def run_all(self) -> None:
        """A driver has taken over, so a named person starts each goal; then wait until all are at rest."""
        until("the driver", driver_is_live)
        for name in self.goals:
            self._resume(name)
        self.wait("reconcile", "complete")
        self.wait("endless", "blocked")
        self.wait("hungry", "blocked")

    def answer(self) -> None:
        """The round cap stopped one: its owner asks for more, an approver signs and answers, it goes on."""
        goal = self.fresh("endless")
        request = wishes.ask_more(goal, by="priya", reason="Two suppliers are still missing.", max_rounds=4)
        people.sign(request, by="tomas", reason="Two more rounds are inside the plan.")
        self._answer(goal, "resume", by="tomas", reason="The cap is raised; go on.")
        until("two more rounds", lambda: self.fresh("endless").rounds_started == 4)
        self.wait("endless", "blocked")

    def accept(self) -> None:
        """The agent claimed completion; a person accepts it."""
        self._answer(
            self.fresh("reconcile"), "accept", by="tomas", reason="The report matches my own sample."
        )

    def tell(self) -> bool:
        """Print the trail and the totals; True if everything agrees and every rule holds."""
        for goal in self.goals.values():
            telling.trail(goal, self.say)
        self.say("")
        agreed = [telling.totals(goal, self.say) for goal in self.goals.values()]
        for line in self.watch.broken:
            self.say(f"BROKEN I1: {line}")
        self.say(f"  spent and committed stayed within every budget at each of {self.watch.looks} looks.")
        holds = [telling.proofs(self.say), telling.record(self.say)]
        return all(holds) and all(agreed) and not self.watch.broken

    def sign(self, name: str, wish: dict, asker: str, signer: str, reason: str, *, kind: str = "") -> None:
        """One of them asks, another signs; the files of this kind are laid into the workspace."""
        request = wishes.ask(wish, by=asker, reason=reason, model=self.model)
        self._refused_to_sign(request, by=asker)
        people.sign(request, by=signer, reason="Within the plan for this month.")
        request.refresh_from_db()
        goal = Goal.objects.select_related("account").get(account=request.account_id)
        wishes.lay_out(goal, kind or name)
        self.goals[name] = goal
        self.say(f"{goal.account.ref} is signed: {goal.objective}")

    def _refused_to_sign(self, request: Request, *, by: str) -> None:
        try:
            people.sign(request, by=by, reason="I will sign it myself.")
        except SelfApproval as refused:
            self.say(f"{request.ref} was not signed by its requester: {refused.message}")
        else:
            raise AssertionError("a requester signed for their own request")

    def _resume(self, name: str) -> None:
        goal = self.fresh(name)
        operations.resume(
            acting=people.acting(goal.account.owner.username), goal_id=goal.pk, revision=goal.revision,
            reason="The driver is running.",
        )  # fmt: skip

    def _answer(self, goal: Goal, answer: str, *, by: str, reason: str) -> None:
        question = Escalation.objects.filter(account=goal.account, status="open").order_by("-pk")[0]
        self.answer_question(question, answer, by=by, reason=reason)

    def answer_question(self, question: Escalation, answer: str, *, by: str, reason: str) -> None:
        """One of them answers."""
        escalations.answer(acting=people.acting(by), escalation_id=question.pk, answer=answer, reason=reason)

    def wait(self, name: str, *phases: str) -> None:
        """Until the goal has come to rest in one of these phases; says why."""

        def rests() -> bool:
            self.watch.look()
            return at_rest(self.goals[name], *phases)

        until(f"{self.goals[name].account.ref} to be {' or '.join(phases)}", rests)
        goal = self.fresh(name)
        why = f": {goal.blocked_message}" if goal.blocked_message else ""
        self.say(f"{goal.account.ref} is {goal.phase} after round {goal.rounds_started}{why}")

    def fresh(self, name: str) -> Goal:
        """The goal as it stands now."""
        return Goal.objects.select_related("account__owner").get(pk=self.goals[name].pk)
