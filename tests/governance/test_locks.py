"""A locked row may still be referred to: PostgreSQL checks foreign keys under locks of its own, and would deadlock."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [path for app in ("governance", "goals", "ralph_runs") for path in (ROOT / app).rglob("*.py")]
LOCK = re.compile(r"select_for_update\(([^)]*)\)")


@pytest.mark.parametrize("path", [path for path in FILES if "select_for_update" in path.read_text()], ids=str)
def test_every_lock_lets_references_pass(path: Path) -> None:
    assert [found for found in LOCK.findall(path.read_text()) if "no_key=True" not in found] == []
