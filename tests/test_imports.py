"""Imports run one way. The contracts stand in pyproject.toml; here they are held."""

from __future__ import annotations

import ast
from pathlib import Path

import grimp
import pytest
from django.apps import apps
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from governance.config.options import BASE_DIR

APPS = ["governance", "goals", "ralph_runs"]
DOORS = {"web", "admin", "tasks", "management", "templatetags"}
# Django and Celery find these by name; nothing else may be below a door and know it.
WIRING = {"config", "apps"}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*APPS, cache_dir=None)


def test_every_contract_is_kept() -> None:
    assert (
        lint_imports(config_filename=str(BASE_DIR / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS
    )


def test_nothing_below_a_door_knows_a_door(graph: grimp.ImportGraph) -> None:
    assert [
        f"{importer} imports {imported}"
        for importer in sorted(graph.modules)
        if _room(importer) not in DOORS | WIRING
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
        if _room(imported) in DOORS
    ] == []


def test_foreign_keys_run_the_same_way_as_imports() -> None:
    below = {app: APPS[: position + 1] for position, app in enumerate(APPS)}

    assert [
        f"{model._meta.label} points up to {field.related_model._meta.label}"
        for app in APPS
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.is_relation and field.related_model._meta.app_label in APPS
        if field.related_model._meta.app_label not in below[app]
    ] == []


def test_no_import_hides_inside_a_function() -> None:
    files = [
        path for app in APPS for path in (BASE_DIR / app).rglob("*.py") if "migrations" not in path.parts
    ]

    assert [hidden for path in files for hidden in _hidden_imports(path)] == []


def _room(module: str) -> str:
    return [*module.split("."), ""][1]


def _hidden_imports(path: Path) -> list[str]:
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    # AppConfig.ready is the one place where an app may be wired after all models are loaded.
    return [
        f"{path.relative_to(BASE_DIR)}:{function.name}"
        for function in functions
        if function.name != "ready"
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
    ]
