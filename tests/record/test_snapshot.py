"""A look at the record is as of one instant, whoever writes meanwhile."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from governance import freezes
from governance.audit.reading import snapshot
from governance.audit.verifying import verify
from governance.models import CostCentre
from tests.cast import build
from tests.racing import race, refusals


@pytest.mark.django_db(transaction=True)
def test_it_reads_as_of_one_instant_and_no_writer_waits() -> None:
    cast = build()
    acts = [partial(freezes.freeze, acting=cast.acting(cast.olu), reason="The bank file is late.")]
    with snapshot():
        before = verify()
        assert race(*acts)[0].reason == "The bank file is late."
        within = verify()
    after = verify()

    assert [(seen.word, seen.events) for seen in (before, within, after)] == [("OK", 0), ("OK", 0), ("OK", 1)]
    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_many_writers_leave_one_line_per_stream() -> None:
    cast = build()
    centres = [
        CostCentre.objects.create(code=f"43{number:02}", name=f"Centre {number}") for number in range(4)
    ]
    olu = cast.acting(cast.olu)
    acts = [partial(freezes.freeze, acting=olu, reason="Stop.", cost_centre=centre) for centre in centres * 2]
    outcomes = race(*acts)
    verdict = verify()

    assert (len(refusals(outcomes)), verdict.word, verdict.streams, verdict.events) == (4, "OK", 4, 4)
