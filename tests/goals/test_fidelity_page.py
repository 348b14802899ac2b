"""The fidelity page: every numbered assertion has one row, and every test it names exists."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from governance.config.options import BASE_DIR

PAGE = (BASE_DIR / "docs" / "fidelity.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<number>[A-Z]?\d+) \| (?P<assertion>[^|]+) \| (?P<held>[^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(?P<path>tests/[\w/]+\.py)::(?P<name>test_\w+)`")
COUNTS = {"A.1": 54, "A.2": 20, "A.3": 13, "A.4": 15}
NAMED = sorted({(found["path"], found["name"]) for found in TEST.finditer(PAGE)})


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((BASE_DIR / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def section(title: str) -> str:
    _, _, after = PAGE.partition(f"\n### {title} ")
    return after.partition("\n### ")[0]


@pytest.mark.parametrize(("title", "count"), COUNTS.items())
def test_every_numbered_assertion_has_exactly_one_row(title: str, count: int) -> None:
    numbers = [row["number"] for row in ROW.finditer(section(title))]

    assert numbers == [str(number) for number in range(1, count + 1)]


def test_the_disagreements_are_all_decided() -> None:
    decided = re.findall(r"^\| (D\d) \|[^|]+\|[^|]+\|$", PAGE, re.MULTILINE)

    assert decided == [f"D{number}" for number in range(1, 9)]


def test_a_row_names_tests_or_says_why_there_is_none() -> None:
    unclear = [
        row["number"]
        for row in ROW.finditer(PAGE.partition("## Assertions")[2])
        if row["held"] != "pending"
        and not re.fullmatch(r"No meaning: \S.*\.", row["held"])
        and TEST.sub("", row["held"]).strip(", ") != ""
    ]

    assert unclear == []


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_named_test_exists(path: str, name: str) -> None:
    assert name in names_in(path)


def test_a_number_in_the_name_of_a_test_is_a_row_that_names_it() -> None:
    for path, name in NAMED:
        numbered = re.match(r"test_a(?P<part>[1-4])_(?P<number>\d\d)_", name)
        if numbered is not None:
            rows = {row["number"]: row["held"] for row in ROW.finditer(section(f"A.{numbered['part']}"))}
            assert f"`{path}::{name}`" in rows[str(int(numbered["number"]))]
