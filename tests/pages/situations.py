"""Facts of goals in every state, for the pure sentences of the pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from goals.gate.answer import Answer
from goals.web.facts import Act, Claimed, Facts, Live, Question, Who

NOW = datetime(2026, 9, 10, 10, 26, 40, tzinfo=UTC)
ADMITTED = Answer(
    admitted=True, number=6, code="admitted", sentence="Round 6 of 8 is admitted.", numbers={}, passed=()
)


def refused(code: str, sentence: str) -> Answer:
    return Answer(admitted=False, number=6, code=code, sentence=sentence, numbers={}, passed=())


WHO = Who(owner="Ben Osei", operators=("Olu Mensah",), approvers=("Cy Lindholm", "Dee Okafor"),
          controllers=("Ada Brandt",))  # fmt: skip
ROUND = Live(
    number=5, writer="", uncertain=False, step=4, tokens=86_420, money=Decimal("1.12"), held_tokens=400_000,
    held_money=Decimal("5.00"), started_at=NOW - timedelta(minutes=21), deadline=NOW + timedelta(minutes=39),
)  # fmt: skip
TURN = replace(ROUND, number=None, writer="Ben Osei", step=1)
LOST = replace(ROUND, number=2, uncertain=True)
QUESTION = Question(
    ref="E-0057", cause="repeated-blocker", sentence="Rounds 3, 4 and 5 each reported the same.", stops=True,
    asked="Cy Lindholm", asked_id=3, due_at=NOW + timedelta(hours=4, minutes=44), opened_at=NOW - timedelta(hours=1),
)  # fmt: skip
CLAIM = Claimed(
    claimant="The agent in round 5", by_id=None, evidence="48 of 48", status="claimed",
    claimed_at=NOW - timedelta(hours=2), decided_by="", decided_at=None, reason="",
)  # fmt: skip
PAUSED = Act(
    by="Olu Mensah",
    at=NOW - timedelta(days=7, hours=1),
    reason="bank charges are not posted yet",
    sentence="",
)


def facts(**changes: Any) -> Facts:
    """An active, armed goal between two rounds, with these facts changed."""
    plain: dict[str, Any] = {
        "now": NOW, "ref": "G-0412", "phase": "active", "cleared": False, "blocked_code": "", "blocked_message": "",
        "rounds_started": 5, "max_rounds": 8, "armed": True, "driver_live": True, "lapsed": "", "frozen_by": "",
        "frozen_reason": "", "currency": "USD", "available_tokens": 395_700, "available_money": Decimal("5.18"),
        "valid_until": datetime(2026, 9, 30, 22, tzinfo=UTC), "answer": ADMITTED, "after": ADMITTED, "who": WHO,
        "cost_centre": "4210",
    }  # fmt: skip
    return Facts(**{**plain, **changes})


SITUATIONS: dict[str, Facts] = {
    "armed": facts(),
    "no worker": facts(untaken_since=NOW - timedelta(minutes=5)),
    "running": facts(live=ROUND, answer=refused("round-live", "Round 5 is still running.")),
    "a person's turn": facts(live=TURN),
    "uncertain": facts(live=LOST, questions=(replace(QUESTION, cause="uncertain", ref="E-0031", stops=False),)),
    "waiting message": facts(live=ROUND, waiting=("Ben Osei",)),
    "last round": facts(live=ROUND, max_rounds=5, after=refused("round-limit", "Goal reached its limit of 5 rounds.")),
    "disarmed": facts(armed=False, answer=refused("goal-disarmed", "The goal is disarmed.")),
    "no driver": facts(armed=False, driver_live=False),
    "frozen": facts(frozen_by="Ada Brandt", frozen_reason="A look at the prices"),
    "paused": facts(phase="paused", armed=False, rest=PAUSED),
    "paused in a round": facts(phase="paused", armed=False, rest=PAUSED, live=ROUND),
    "stopped": facts(phase="blocked", armed=False, blocked_code="repeated-blocker", questions=(QUESTION,),
                     blocked_message="Stopped after round 5: rounds 3, 4 and 5 each reported the same."),
    "stopped by the cap": facts(phase="blocked", armed=False, blocked_code="round-limit", questions=(QUESTION,),
                                blocked_message="Goal reached its configured limit of 8 rounds."),
    "stopped, nobody to ask": facts(phase="blocked", armed=False, blocked_code="token-budget", blocked_message="No.",
                                    questions=(replace(QUESTION, asked="", asked_id=None),)),
    "claimed": facts(phase="complete", armed=False, claim=CLAIM,
                     questions=(replace(QUESTION, cause="completion-claimed", stops=False),)),
    "accepted": facts(phase="complete", armed=False, claim=replace(
        CLAIM, status="accepted", decided_by="Cy Lindholm", decided_at=NOW - timedelta(hours=1), reason="Checked.")),
    "rejected": facts(phase="blocked", armed=False, blocked_code="completion-rejected", blocked_message="Page two?",
                      claim=replace(CLAIM, status="rejected", decided_by="Cy Lindholm", decided_at=NOW, reason="No.")),
    "closed": facts(phase="paused", cleared=True, armed=False, rest=replace(PAUSED, reason="")),
    "no money cap": facts(live=ROUND, available_money=None),
    "lapsed": facts(lapsed="The authorisation expired on 1 Sep 2026 at 22:00 UTC.",
                    after=refused("authorisation-lapsed", "The authorisation expired on 1 Sep 2026 at 22:00 UTC.")),
}  # fmt: skip
