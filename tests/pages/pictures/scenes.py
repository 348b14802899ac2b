"""Goals of the present month, one for every state a goal can be in, and the questions they leave open."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from goals import approvals, human_turns, operations
from goals.agent.endings import Ending
from goals.models import Execution, Goal
from goals.rounds import reaping, settlement
from goals.rounds.leases import LeaseLost
from goals.terms import parse, read_terms
from governance import clock
from governance.errors import CountersignError
from ralph_runs.demonstration import people
from tests import turning
from tests.pages.pictures.hands import Call, Hands, at
from tests.pages.pictures.months import claimed

READ: list[Call] = [
    (31_045, 20_696, 1_766, "Read 6 statements"),
    (42_913, 31_144, 2_647, "Compared 14 accounts"),
]
LONG: list[Call] = [
    (19_967, 2_368, 2_870, "Read the handoff of the round before"), (31_045, 20_696, 1_766, "Read 6 statements"),
    (37_548, 22_520, 2_883, "Read the purchase ledger, 14 suppliers"), (42_913, 31_144, 2_647, "Compared 14 accounts"),
    (44_634, 28_632, 3_386, "Read 4 delivery notes"), (40_016, 24_664, 3_360, "Wrote differences.csv"),
]  # fmt: skip


def report(summary: str, *blockers: dict[str, str], status: str = "continue", **more: Any) -> dict[str, Any]:
    """What a fresh agent submits at the end of its round."""
    return {
        "status": status, "summary": summary, "evidence": ["differences.csv, 14 rows", "work/notes.md"],
        "nextSteps": [] if status == "complete" else ["Go on with the next supplier."], "blockers": list(blockers),
        **more,
    }  # fmt: skip


def running(hands: Hands, now: datetime) -> None:
    """Two signatures, four settled rounds, a pause in between; the fifth round is in its fourth step."""
    with at(now - timedelta(days=7, hours=1, minutes=12)):
        request = hands.ask(
            "Reconcile August supplier statements", why="Month-end close; 63 suppliers, two people on leave.",
            strategy="ralph", round_seconds=3_600, budget_tokens=2_000_000, budget_money="25.00",
            per_round_tokens=400_000, per_round_money="5.00", cost_centre="4210",
        )  # fmt: skip
    with at(now - timedelta(days=7, minutes=24)):
        people.sign(request, by="tomas", reason="In the plan for August.")
    with at(now - timedelta(days=6, hours=22, minutes=50)):
        goal = hands.signed(request, "mariam", why="The suppliers wait for it.")
    hands.goals["running"] = goal
    missing = {"text": "The August statement of Brenner Logistik GmbH is not in the folder.",
               "needs": "ask supplier 70412 for the statement"}  # fmt: skip
    with at(now - timedelta(days=6, hours=22, minutes=49)):
        hands.reported(goal, LONG, report("Read 63 statements, matched 38."))
        hands.reported(goal, LONG[1:], report("Matched 11 more, listed 14 differences."))
    with at(now - timedelta(days=6, hours=21)):
        hands.reported(goal, LONG[2:], report("Explained 9 differences; one statement is missing.", missing))
        _pause(hands, goal, "weilin", "Bank charges for August are not posted yet.")
        _try(lambda: hands.admit(goal))
    with at(now - timedelta(minutes=44)):
        _resume(hands, goal, "ingrid", "Treasury has posted the bank charges.")
        hands.reported(goal, LONG, report("Explained 4 differences; one statement is missing.", missing))
    with at(now - timedelta(minutes=21)):
        lease = hands.admit(goal)
        turn = turning.open_turn(lease)
        for call in READ:
            hands.call(lease, turn, call)
    Execution.objects.filter(pk=lease.execution_id).update(lease_until=clock.db_now() + timedelta(days=1))


def same_blocker(hands: Hands, now: datetime) -> None:
    """Stopped by rule after three rounds that said the same in other words."""
    key = "sftp.nordbank.example refuses the key of recon-acme"
    said = (
        f"Cannot download the feeds: {key} (Permission denied (publickey)).",
        "Still no bank feed. Login of recon-acme at sftp.nordbank.example is refused with publickey.",
        "sftp.nordbank.example does not accept the public key of user recon-acme; the August feed stays out of reach.",
    )
    with at(now - timedelta(hours=21)):
        goal = hands.goals["stopped"] = hands.goal(
            "Match August bank feeds to the cash book", "mariam", by="priya", strategy="ralph", cost_centre="4220",
            why="Treasury closes on the 12th.", budget_tokens=2_000_000, budget_money="14.00", per_round_money="5.00",
            per_round_tokens=400_000,
        )  # fmt: skip
        hands.reported(goal, READ, report("Matched the July rest."))
        for text in said:
            hands.reported(
                goal, READ, report("Nothing new to match.", {"text": text, "needs": "a working key"})
            )
        _try(lambda: hands.admit(goal))


def out_of_money(hands: Hands, now: datetime) -> None:
    """Its budget is spent; a raise has one signature and waits for the second."""
    with at(now - timedelta(days=2)):
        goal = hands.goals["raise"] = hands.goal(
            "Collect missing VAT invoices, second quarter", "mariam", by="priya", why="The return is due on the 20th.",
            cost_centre="4230", budget_tokens=900_000, budget_money="6.90", max_rounds=6, per_round_money="2.00",
            per_round_tokens=150_000,
        )  # fmt: skip
        for number in range(6):
            found = f"Found {9 - number} of the missing invoices"
            first = (52_000 - number * 900, 24_000, 4_000, "Read the input tax list")
            hands.worked(goal, [first, (46_000, 22_000, 5_000, found)])
        _try(lambda: hands.admit(goal))
    with at(now - timedelta(hours=3)):
        request = hands.ask_change(goal, by="priya", budget_money="22.40", budget_tokens=1_400_000, max_rounds=12,
                                   why="Eleven invoices are still missing; three rounds found two each.")  # fmt: skip
    with at(now - timedelta(minutes=111)):
        people.sign(request, by="tomas", reason="The pace is fair.")


def uncertain(hands: Hands, now: datetime) -> None:
    """The worker fell silent during a call; nobody knows what it cost."""
    with at(now - timedelta(minutes=125)):
        goal = hands.goals["uncertain"] = hands.goal(
            "Draft accruals for open purchase orders", why="Accruals close tomorrow.", cost_centre="4310",
            budget_tokens=900_000, budget_money="12.00", per_round_money="4.00", per_round_tokens=200_000,
        )  # fmt: skip
        hands.worked(goal, READ)
        lease = hands.admit(goal)
        turn = turning.open_turn(lease)
        hands.call(lease, turn, READ[0])
        hands.intend(lease, turning.open_step(turn), "meridian-large", 60_000)
        Execution.objects.filter(pk=lease.execution_id).update(
            lease_until=clock.db_now() - timedelta(seconds=1)
        )
        reaping.reap()


def done_they_say(hands: Hands, now: datetime) -> None:
    """Completion claimed, not accepted; another one accepted this morning."""
    with at(now - timedelta(hours=4)):
        goal = hands.goals["claimed"] = hands.goal(
            "Reconcile July intercompany balances", why="The auditors asked twice.", cost_centre="4210",
            budget_tokens=1_500_000, budget_money="20.00", strategy="ralph", per_round_tokens=400_000,
            per_round_money="6.00",
        )  # fmt: skip
        hands.reported(goal, LONG, report("31 of 48 pairs agree."))
        hands.reported(
            goal, READ, report("All 48 pairs agree; three files name the postings.", status="complete")
        )


def at_rest(hands: Hands, now: datetime) -> None:
    """Paused, disarmed, closed, over its bound, over its lowered budget, and one with a person in the session."""
    with at(now - timedelta(days=3)):
        idle = hands.goals["disarmed"] = _plain(
            hands, "Check for duplicate payments, first half year", "4210"
        )
        hands.worked(idle, READ)
        failed = hands.admit(idle)
        turning.open_turn(failed)
        ending = Ending(
            state="failed", outcome="provider-error", sentence="The provider answered 503 four times."
        )
        settlement.settle(failed, ending)
        paused = hands.goals["paused"] = _plain(hands, "Translate the dunning letters for Norway", "4210")
        hands.worked(paused, READ)
        _pause(hands, paused, "ingrid", "Legal wants to see the letters first.")
        closed = hands.goals["closed"] = _plain(hands, "Sort the archive of travel receipts", "4400")
        hands.worked(closed, READ)
        operations.clear(acting=hands.acting("ingrid"), goal_id=closed.pk, revision=hands.fresh(closed).revision,
                         reason="The archive moves to the new system instead.")  # fmt: skip
    with at(now - timedelta(days=1, hours=2)):
        over = hands.goals["overrun"] = _plain(hands, "Summarise every archived statement in full", "4220")
        hands.worked(over, READ)
        lease = hands.admit(over)
        _try(
            lambda: hands.call(
                lease, turning.open_turn(lease), (88_000, 0, 9_000, "Read the archive"), bound=60_000
            )
        )
        lower = hands.goals["lowered"] = _plain(hands, "List supplier questions that are still open", "4310")
        for _ in range(3):
            hands.worked(lower, LONG)
        _narrow(hands, lower, budget_money="4.00")
    with at(now - timedelta(hours=1, minutes=5)):
        talked = hands.goals["talked"] = _plain(hands, "Explain the freight variances of August", "4310")
        hands.worked(talked, READ)
        hands.says(talked, "Start with the Baltic lanes.")
        human_turns.write(acting=hands.acting("ingrid"), goal_id=talked.pk, text="And the fuel?")
        claimed(
            hands.fresh(_plain(hands, "Prepare the list of open credit notes", "4210")),
            "The list is complete.",
        )


def _plain(hands: Hands, objective: str, code: str) -> Goal:
    return hands.goal(objective, why="It belongs to the close.", cost_centre=code, budget_tokens=1_500_000,
                      budget_money="18.00", per_round_money="6.00", per_round_tokens=300_000)  # fmt: skip


def _pause(hands: Hands, goal: Goal, by: str, why: str) -> None:
    operations.pause(
        acting=hands.acting(by), goal_id=goal.pk, revision=hands.fresh(goal).revision, reason=why
    )


def _resume(hands: Hands, goal: Goal, by: str, why: str) -> None:
    operations.resume(
        acting=hands.acting(by), goal_id=goal.pk, revision=hands.fresh(goal).revision, reason=why
    )


def _narrow(hands: Hands, goal: Goal, **less: Any) -> None:
    account = hands.fresh(goal).account
    assert account.terms is not None
    terms = parse({**read_terms(account.terms.text).model_dump(), **less})
    approvals.narrow(acting=hands.acting("mariam"), goal_id=goal.pk, terms=terms, base_digest=account.terms.digest,
                     reason="The rest is needed elsewhere.")  # fmt: skip


def _try(act: Any) -> None:
    """Something that the product refuses, and keeps the refusal of."""
    try:
        act()
    except (AssertionError, CountersignError, LeaseLost):
        return
