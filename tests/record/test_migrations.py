"""Where a new database begins and where an old one arrives are the same place."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState

APPS = {"governance", "goals", "ralph_runs"}


def _ending(*, squashed: bool) -> dict[tuple[str, str], dict[str, object]]:
    """What every model looks like after the last migration, by app and name."""
    loader = MigrationLoader(connection, replace_migrations=squashed)
    if not squashed:
        for key, migration in loader.replacements.items():
            loader.graph.remove_replacement_node(key, migration.replaces)
    models = loader.project_state().models
    return {key: _shape(model) for key, model in models.items() if key[0] in APPS}


def _shape(model: ModelState) -> dict[str, object]:
    """Everything of a model but the order in which its parts were added."""
    options = {name: value for name, value in model.options.items() if name not in ("indexes", "constraints")}
    parts = [*model.options.get("indexes", []), *model.options.get("constraints", [])]
    return {
        "fields": {name: field.deconstruct()[1:] for name, field in model.fields.items()},
        "parts": {part.name: part.deconstruct() for part in parts},
        "options": {name: value for name, value in options.items() if value},
        "bases": model.bases,
    }


@pytest.mark.django_db
@pytest.mark.once
def test_one_step_per_app_ends_where_all_the_steps_end() -> None:
    assert _ending(squashed=True) == _ending(squashed=False)


@pytest.mark.django_db
@pytest.mark.once
def test_a_new_database_takes_one_step_per_app() -> None:
    applied = MigrationLoader(connection).applied_migrations

    squashed = {app: [name for a, name in applied if a == app and "squashed" in name] for app in APPS}
    assert {app: len(names) for app, names in squashed.items()} == dict.fromkeys(APPS, 1)
