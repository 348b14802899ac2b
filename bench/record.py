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
        from governance.audit.verifying import verify as verify_all
        from governance.models import Event, ServiceStream

        streams = [ServiceStream.objects.create(name=f"bench {number}") for number in range(20)]
        for start in range(0, events, 5_000):
            with transaction.atomic():
                for number in range(start, start + 5_000):
                    audit.record(
                        acting=COUNTERSIGN, on=streams[number % 20], action="bench.noted",
                        sentence=f"Countersign noted line {number}; no money moved.", facts={"line": number},
                    )  # fmt: skip
        began = time.perf_counter()
        verdict = verify_all()
        seconds = time.perf_counter() - began
        there = Event.objects.count()
    assert not verdict.faults
    rate = there / seconds
    return [
        Result(
            "audit verify, streaming",
            f"{rate:,.0f} events/s over {there:,}",
            "",
            "",
            "50,000/s",
            rate >= 50_000,
        )
    ]
