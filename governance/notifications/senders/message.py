"""What a notice says outside the product, the same words everywhere. A link leads to a page that asks for log-in."""

from __future__ import annotations

from django.conf import settings

from governance.models import Delivery, Notice


def link_of(notice: Notice) -> str:
    """The whole address of the page that a notice is about."""
    return f"{settings.COUNTERSIGN.address}{notice.link}"


def body_of(notice: Notice) -> str:
    """Plain text."""
    return (
        f"{notice.sentence}\n\n{link_of(notice)}\n\nOpening the link decides nothing. "
        f"{notice.created_at:%d %b %Y, %H:%M} UTC."
    )


def mark_of(delivery: Delivery) -> str:
    """What a receiver knows this delivery by, should it ever arrive twice."""
    return f"notice-{delivery.notice_id}-{delivery.pk}"
