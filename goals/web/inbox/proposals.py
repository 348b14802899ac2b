"""What a model proposed in a person's turn: nothing until that person confirms it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from goals.agent.proposals import WORDS
from goals.models import Proposal
from governance.web.inbox.items import MOST, Elsewhere, Item
from governance.web.inbox.lately import short
from governance.web.viewer import Viewer


class Proposals:
    """They wait for whoever wrote the turn."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Proposal]:
        return Proposal.objects.filter(status=Proposal.Status.OPEN, execution__writer=person)

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        found = self.waiting(viewer.person.pk, at).select_related("goal__account").order_by("pk")[:MOST]
        return [_item(one) for one in found]

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        return ()


def _item(one: Proposal) -> Item:
    account = one.goal.account
    return Item(
        glyph="waits", kind="Proposal", ref=account.ref, objective=short(one.goal.objective, limit=160),
        sentence=f"In your turn the agent proposed to {WORDS.get(one.action, one.action)}. Nothing changes unless "
        "you confirm.",
        person="the agent", since=one.at, href=reverse("goal-session", args=[account.pk]), verb="Read it",
    )  # fmt: skip
