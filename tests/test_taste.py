"""Small rooms: limits on the size of files and functions, so that any of them can be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import median, quantiles

from governance.config.options import BASE_DIR

FILE_LINES_MOST = 300
FILE_LINES_MEDIAN = 90
FUNCTION_LINES_MOST = 60
FUNCTION_LINES_NINETIETH = 30
FUNCTION_LINES_MEDIAN = 10
CODE = ["governance", "goals", "ralph_runs"]
NAMES_THAT_SAY_NOTHING = {"utils.py", "helpers.py", "services.py", "common.py", "misc.py", "signals.py"}


def _files(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in (BASE_DIR / folder).rglob("*.py")]
    return [path for path in found if "migrations" not in path.parts and path.stat().st_size]


def _lines(path: Path) -> int:
    return path.read_text().count("\n")


def _functions(path: Path) -> list[tuple[str, int]]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [
        (f"{path.relative_to(BASE_DIR)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def _named(path: Path) -> str:
    return str(path.relative_to(BASE_DIR))


def test_no_file_is_longer_than_300_lines() -> None:
    assert [_named(path) for path in _files(*CODE, "tests", "bench") if _lines(path) > FILE_LINES_MOST] == []


def test_no_function_is_longer_than_60_lines() -> None:
    functions = [each for path in _files(*CODE, "tests", "bench") for each in _functions(path)]

    assert [(name, lines) for name, lines in functions if lines > FUNCTION_LINES_MOST] == []


def test_the_usual_file_is_a_screenful() -> None:
    assert median(_lines(path) for path in _files(*CODE)) <= FILE_LINES_MEDIAN


def test_the_usual_function_is_a_handful_of_lines() -> None:
    lines = [lines for path in _files(*CODE) for _, lines in _functions(path)]

    assert median(lines) <= FUNCTION_LINES_MEDIAN
    assert quantiles(lines, n=10)[-1] <= FUNCTION_LINES_NINETIETH


def test_no_file_has_a_name_that_says_nothing() -> None:
    assert [_named(path) for path in _files(*CODE, "tests") if path.name in NAMES_THAT_SAY_NOTHING] == []


def test_every_file_says_what_it_decides() -> None:
    assert [
        _named(path) for path in _files(*CODE, "tests") if not ast.get_docstring(ast.parse(path.read_text()))
    ] == []
