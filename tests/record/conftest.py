"""The story as a fixture."""

from __future__ import annotations

import pytest

from tests.record.story import Told, tell


@pytest.fixture
def told(db: None) -> Told:
    return tell()
