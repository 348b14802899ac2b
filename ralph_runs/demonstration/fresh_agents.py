"""The demonstration's second story: fresh agents that miss the same key, round after round, and whom that reaches.

Stopped after the third report of it, put to whoever signed, told by mail and by a signed webhook, answered by
them with the missing key, gone on, completed, accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from goals.agent.scripted import samples
from goals.models import Goal
from governance.enums import ChannelKind
from governance.models import Escalation, Notice
from governance.notifications import channels
from ralph_runs import handoffs
from ralph_runs.demonstration import people, wishes
from ralph_runs.demonstration.receiver import Receiver
from ralph_runs.demonstration.tour import Tour
from ralph_runs.demonstration.waiting import until
from ralph_runs.models import Decision, RunRound

NAME, SIGNER = "collect", "tomas"


@dataclass
class FreshAgents:
    """Uses the tour's goals and words; `receiver` is where the signer's webhook leads."""

    tour: Tour
    receiver: Receiver
    first_rounds: int = field(default=0, init=False)

    def sign(self) -> None:
        """Asked, signed; and whoever signed wants to be told outside of the product too."""
        why = "The portal has them all; nobody has the time."
        self.tour.sign(NAME, wishes.COLLECT, "ingrid", SIGNER, why, kind="ralph")
        hook = channels.add(acting=people.acting(SIGNER), kind=ChannelKind.WEBHOOK, address=self.receiver.url)
        self.receiver.secret = hook.secret

    def until_stopped(self) -> None:
        """The rule stops it by itself; what the rounds reported is printed beside the decision."""
        self.tour.wait(NAME, "blocked")
        goal = self._goal()
        for row in RunRound.objects.filter(execution__goal=goal).order_by("execution_id"):
            self.tour.say(f"  round {row.execution.number} reported: {_blockers(row)}")
        decision = Decision.objects.filter(run__goal=goal, stops=True).latest("execution_id")
        self.tour.say(f"  decided by rule version {decision.matcher_version}: {decision.sentence}")
        self.first_rounds = goal.rounds_started

    def told(self) -> None:
        """Whoever is asked was told once by each of their channels."""
        question = self._question()
        notice = Notice.objects.get(person=question.assigned_to, dedup__startswith=f"question:{question.pk}:")
        until("the notice to be delivered", lambda: Notice.objects.get(pk=notice.pk).state == "delivered")
        mails = [path for path in _mails() if f"<notice-{notice.pk}-" in path.read_text()]
        hooks = [each for each in self.receiver.received if each["subject"] == notice.subject]
        if len(mails) != 1 or len(hooks) != 1 or self.receiver.refused:
            raise AssertionError(f"told {len(mails)} times by mail and {len(hooks)} times by webhook")
        self.tour.say(
            f"{notice.person} was told once by mail (mail/{mails[0].name}) and once by a signed webhook: "
            f"{hooks[0]['sentence']}"
        )

    def answer(self) -> None:
        """The missing key is put where the agents look, and the stop is answered."""
        question = self._question()
        added = samples.copy_samples("ralph-answer", wishes.folder_of(self._goal()))
        self.tour.answer_question(
            question, "resume", by=SIGNER, reason=f"The portal's key is there now, in {', '.join(added)}.",
        )  # fmt: skip
        self.tour.say(
            f"{question.assigned_to} answered {question.ref} and put {', '.join(added)} into the workspace."
        )

    def until_complete(self) -> None:
        self.tour.wait(NAME, "complete")

    def accept(self) -> None:
        goal = self._goal()
        rows = (wishes.folder_of(goal) / "collected.csv").read_text().count("\n") - 1
        self.tour.say(f"  collected.csv holds {rows} rows.")
        claim = Escalation.objects.get(account=goal.account, status="open", cause="completion-claimed")
        self.tour.answer_question(claim, "accept", by=SIGNER, reason="All statements are in the table.")

    def _goal(self) -> Goal:
        return self.tour.fresh(NAME)

    def _question(self) -> Escalation:
        return Escalation.objects.select_related("assigned_to").get(
            account=self._goal().account, status="open", cause="repeated-blocker"
        )


def _mails() -> list[Path]:
    return sorted((settings.COUNTERSIGN.data_dir / "mail").glob("*.log"))


def _blockers(row: RunRound) -> str:
    report = handoffs.report_of(row)
    return "; ".join(f"“{each.text}”" for each in report.blockers) or "nothing that stops it"
