"""How fast the whole record is proved: every chain, every column, every covered row."""

from __future__ import annotations

import time

from bench.table import Result
from bench.world import start_django, world


def verify(events: int = 100_000) -> list[Result]:
    """Events per second of `verify_audit` over this many events on PostgreSQL."""
    with world("postgres"):
        start_django()
        from django.db import transaction

        from governance import audit
        from governance.actors import COUNTERSIGN
        from governance.models import ServiceStream

        streams = [ServiceStream.objects.create(name=f"bench {number}") for number in range(20)]
        for start in range(0, events, 5_000):
            with transaction.atomic():
                for number in range(start, start + 5_000):
                    audit.record(
                        acting=COUNTERSIGN, on=streams[number % 20], action="bench.noted",
                        sentence=f"Countersign noted line {number}; no money moved.", facts={"line": number},
                    )  # fmt: skip
        return [_proved("audit verify, streaming, events that cover nothing")]


def verify_covered(events: int = 40_000) -> list[Result]:
    """The same where every event vouches for a ledger entry, as those that move money do."""
    with world("postgres"):
        start_django()
        from bench import scene
        from goals.models import Goal
        from governance import audit, ledger
        from governance.actors import COUNTERSIGN
        from governance.transactions import outermost

        scene.people_and_driver()
        accounts = [Goal.objects.get(pk=goal).account_id for goal in scene.signed_goals(20)]
        for start in range(0, events, 100):
            with outermost():
                account = ledger.lock(accounts[start // 100 % 20])
                for number in range(start, start + 100):
                    entry = ledger.set_budget(account, tokens=1_000_000 + number, money=account.budget_money)
                    audit.record(
                        acting=COUNTERSIGN, on=account, action="bench.budget-set",
                        sentence=f"Countersign set budget {number}; no money moved.", covers=ledger.covers([entry]),
                    )  # fmt: skip
        return [_proved("audit verify, streaming, each event with a covered ledger entry")]


def _proved(what: str) -> Result:
    from governance.audit.verifying import verify as verify_all
    from governance.models import Event

    began = time.perf_counter()
    verdict = verify_all()
    seconds = time.perf_counter() - began
    there = Event.objects.count()
    assert not verdict.faults, verdict.faults[:3]
    rate = there / seconds
    return Result(what, f"{rate:,.0f} events/s over {there:,}", "", "", "50,000/s", rate >= 50_000)
