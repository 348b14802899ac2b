"""A look at the record is as of one instant, whoever writes meanwhile."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from governance import freezes
from governance.audit.reading import snapshot
from governance.audit.verifying import verify
from tests.cast import build
from tests.racing import race


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
