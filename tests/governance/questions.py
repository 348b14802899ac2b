"""Questions and answers that stories share: an answer that only remembers, and how one is put and given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction

from governance import clock, escalations, ledger
from governance.actors import COUNTERSIGN, Acting
from governance.errors import Forbidden
from governance.models import Account, Escalation
from tests.cast import Cast


@dataclass
class Told:
    """An answer that only remembers with what it was applied."""

    name: str
    meaning: str
    spends_on: bool = True
    seen: list[Mapping[str, Any]] = field(default_factory=list)

    def may(self, acting: Acting, escalation: Escalation) -> None:
        if acting.name == "Dee Okafor" and self.name == "edit":
            raise Forbidden("Not Dee.", code="not-dee")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        self.seen.append({"account": escalation.account.ref, **data})


def put(account: Account, cause: str = "token-budget", **more: Any) -> Escalation:
    with transaction.atomic():
        return escalations.open_question(
            acting=COUNTERSIGN, account=ledger.lock(account.pk), cause=cause, sentence="No tokens are left.",
            evidence={"available": 12}, **more,
        )  # fmt: skip


def given(cast: Cast, question: Escalation, who: str = "cy", name: str = "resume", **more: Any) -> Escalation:
    return escalations.answer(
        acting=cast.acting(getattr(cast, who)), escalation_id=question.pk, answer=name,
        **{"reason": "It is nearly done.", **more},
    )  # fmt: skip


def overdue(question: Escalation) -> None:
    Escalation.objects.filter(pk=question.pk).update(due_at=clock.now() - timedelta(seconds=1))
