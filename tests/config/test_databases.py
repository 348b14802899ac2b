"""How PostgreSQL is opened: prepared statements where the pooler in front of it keeps them, and not elsewhere."""

from __future__ import annotations

import pytest
from django.db import connection

from governance import statements
from governance.config.databases import databases
from governance.config.options import Options

ADDRESS = "postgresql://user:secret@127.0.0.1:5432/books"


@pytest.mark.parametrize(("wanted", "threshold"), [(True, 1), (False, None)])
def test_prepared_statements_can_be_switched_off(wanted: bool, threshold: int | None) -> None:
    options = Options(database_url=ADDRESS, database_prepared_statements=wanted)

    assert databases(options)["default"]["OPTIONS"]["prepare_threshold"] == threshold


@pytest.mark.world("postgres")
@pytest.mark.django_db
def test_a_statement_of_fixed_text_has_one_plan_whatever_its_values() -> None:
    sql = "SELECT id FROM governance_person WHERE id = %s AND username <> %s -- 100%% one plan"

    for values in ((1, "a"), (None, "b"), (2**40, None), (7, 7)):
        assert statements.every(sql, values) == []

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%% one plan'")
        assert cursor.fetchone() == (1,)
