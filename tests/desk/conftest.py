"""What stories of the books stand on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from governance.authorisations import kinds
from tests.governance.stories import AccountKind


@pytest.fixture
def accounts_alone() -> Iterator[None]:
    """A signed request makes an account and no goal."""
    before = kinds.of("goal")
    kinds.register(AccountKind())
    yield
    kinds.register(before)
