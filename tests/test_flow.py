"""Keeps docs/flow.md true: every file it names is there, and holds the function or class named after it."""

from __future__ import annotations

import ast
import re

import pytest

from governance.config.options import BASE_DIR

PAGE = (BASE_DIR / "docs" / "flow.md").read_text()
NAMED = re.findall(r"`([a-z_]+(?:/[a-z_]+)+\.py)`\s*→\s*`(\w+)`", PAGE)


def test_the_page_names_the_whole_way() -> None:
    assert len(NAMED) >= 30


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_step_of_the_flow_is_where_the_page_says(path: str, name: str) -> None:
    tree = ast.parse((BASE_DIR / path).read_text())

    defined = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}

    assert name in defined
