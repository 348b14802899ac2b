"""Mail, through the configured server; into files below the data folder where none is configured."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email

from governance.errors import Invalid
from governance.models import Delivery
from governance.notifications.senders.message import body_of, mark_of


class Mail:
    signs = False

    def checked(self, address: str) -> str:
        plain = address.strip()
        try:
            validate_email(plain)
        except ValidationError:
            raise Invalid("Give a mail address, such as ada@example.org.", field="address") from None
        return plain

    def shown(self, address: str) -> str:
        return address

    def send(self, delivery: Delivery) -> str:
        domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip(">") or "localhost"
        message = EmailMessage(
            subject=delivery.notice.subject, body=body_of(delivery.notice), to=[delivery.channel.address],
            headers={"Message-ID": f"<{mark_of(delivery)}@{domain}>", "Auto-Submitted": "auto-generated"},
        )  # fmt: skip
        return "" if message.send() == 1 else "The mail server took no recipient."
