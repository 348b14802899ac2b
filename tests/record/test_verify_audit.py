"""Whether the record is proved whole, and every way of breaking it named."""

from __future__ import annotations

from goals.proofs import check_all, refold_all
from governance.audit.verifying import verify
from governance.models import Event, LedgerEntry
from tests.record.story import Told


def test_a_month_of_real_acts_is_whole(told: Told) -> None:
    verdict = verify()

    assert [str(fault) for fault in verdict.faults] == []
    assert (verdict.word, verdict.exit_code, verdict.unchecked) == ("OK", 0, [])
    assert (verdict.events, verdict.rows["entry"]) == (Event.objects.count(), LedgerEntry.objects.count())
    assert [str(one) for one in refold_all()] + [str(one) for one in check_all()] == []
