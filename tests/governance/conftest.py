"""Stories of governance alone: a signed request opens an account, and questions have answers that remember."""

from __future__ import annotations

import pytest

from governance import escalations
from governance.authorisations import kinds
from governance.enums import RequestKind
from governance.models import Account
from tests.cast import Cast
from tests.governance.questions import Told
from tests.governance.stories import AccountKind, signed_account


@pytest.fixture
def accounts_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this story a signed request opens an account; there are no goals."""
    monkeypatch.setitem(kinds._KINDS, RequestKind.GOAL, AccountKind())


@pytest.fixture
def account(cast: Cast, accounts_only: None) -> Account:
    """Ben's account of 400,000 tokens and USD 12, signed for by Cy."""
    return signed_account(cast)


@pytest.fixture
def resume(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Two causes stand registered: a policy stop, and a question that the owner may answer."""
    monkeypatch.setattr(escalations.causes, "ANSWERS", {})
    told = Told("resume", "go on as it is")
    escalations.register(
        "token-budget", told, Told("edit", "change it"), Told("close", "close it", spends_on=False)
    )
    escalations.register("completion-claimed", Told("accept", "it is complete"), policy=False)
    return told
