"""The ways out of the product, by kind of channel. Another one is one more file, named here."""

from __future__ import annotations

from typing import Protocol

import structlog

from governance.enums import ChannelKind
from governance.models import Delivery
from governance.notifications.senders.chat import Chat
from governance.notifications.senders.mail import Mail
from governance.notifications.senders.webhook import Webhook

log = structlog.get_logger(__name__)


class Sender(Protocol):
    """How one kind of channel is named and reached."""

    signs: bool

    def checked(self, address: str) -> str:
        """The address as it is kept. Raises Invalid that says what would be accepted."""

    def shown(self, address: str) -> str:
        """The address as pages and the record may show it: without what is secret in it."""

    def send(self, delivery: Delivery) -> str:
        """Send once; "" if it was accepted, else why not, in words without secrets."""


SENDERS: dict[str, Sender] = {
    ChannelKind.MAIL: Mail(),
    ChannelKind.WEBHOOK: Webhook(),
    ChannelKind.SLACK: Chat("Slack", "NotifySlack", "slack://TokenA/TokenB/TokenC", host="hooks.slack.com"),
    ChannelKind.TEAMS: Chat("Teams", "NotifyWorkflows", "workflows://host:443/workflow/signature"),
    ChannelKind.MATTERMOST: Chat("Mattermost", "NotifyMattermost", "mmosts://host/token"),
}


def of(kind: str) -> Sender:
    return SENDERS[kind]


def send(delivery: Delivery) -> str:
    """Send one delivery by its channel. Never raises: what went wrong is the answer."""
    try:
        return of(delivery.channel.kind).send(delivery)
    except Exception as error:
        log.warning("notice-not-sent", delivery=delivery.pk, error=str(error))
        return _in_words(error)


def _in_words(error: Exception) -> str:
    """What went wrong, without the names of Python's classes where the system has a sentence for it."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{said.rstrip('.') or type(error).__name__}."
