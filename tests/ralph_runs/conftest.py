"""What the tests of runs may ask for: a signed goal of fresh-agent rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cast import Cast
from tests.ralph_runs.scene import Scene, ralph_goal


@pytest.fixture
def scene(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Scene]:
    with ralph_goal(cast, settings, tmp_path) as scene:
        yield scene
