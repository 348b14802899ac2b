"""What the inbox lists of notices: those that could not be delivered, until their person has seen it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from governance.enums import NoticeState
from governance.models import Notice
from governance.web.inbox.items import MOST, Elsewhere, Item
from governance.web.viewer import Viewer


class Undelivered:
    """For the person who was to be told."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Notice]:
        return Notice.objects.filter(person=person, state=NoticeState.FAILED, seen_at=None)

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        found = self.waiting(viewer.person.pk, at).select_related("account").order_by("-pk")[:MOST]
        return [_item(one) for one in found]

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        return ()


def _item(one: Notice) -> Item:
    return Item(
        glyph="notice", kind="Notice not delivered", ref=one.account.ref if one.account else "", objective=one.subject,
        sentence=f"You were not told outside of the product: {one.last_error}", person="Countersign",
        since=one.created_at, href=f"{reverse('notifications')}#notice-{one.pk}", verb="See why",
    )  # fmt: skip
