"""A signed webhook: JSON by POST, no redirect followed, any 2xx is an acceptance.

`Countersign-Signature: t=SECONDS,v1=HEX` holds HMAC-SHA256 of `SECONDS.BODY` under the channel's secret. The
`Countersign-Delivery` header stays the same when a delivery is tried again.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import time
from urllib.parse import SplitResult, urlsplit

from governance import canonical
from governance.errors import Invalid
from governance.models import Delivery
from governance.notifications.senders import hosts
from governance.notifications.senders.message import link_of, mark_of

TIMEOUT_SECONDS = 8
SIGNATURE, DELIVERY = "Countersign-Signature", "Countersign-Delivery"


class Webhook:
    signs = True

    def checked(self, address: str) -> str:
        plain = address.strip()
        parts = _parts(plain)
        if parts is None:
            raise Invalid(
                "Give the address of a webhook, such as https://hooks.example.org/countersign.",
                field="address",
            )
        hosts.require(parts.hostname or "", encrypted=parts.scheme == "https")
        return plain

    def shown(self, address: str) -> str:
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.netloc}/…"

    def send(self, delivery: Delivery) -> str:
        parts = _parts(delivery.channel.address)
        if parts is None:
            return "The address is no longer one that is accepted."
        hosts.require(parts.hostname or "", encrypted=parts.scheme == "https")
        body = body_of(delivery)
        headers = {
            "Content-Type": "application/json", "User-Agent": "Countersign", DELIVERY: mark_of(delivery),
            SIGNATURE: signature(body, secret=delivery.channel.secret, at=int(time.time())),
        }  # fmt: skip
        return _posted(parts, body, headers)


def body_of(delivery: Delivery) -> bytes:
    """The same bytes at every attempt."""
    notice = delivery.notice
    told = {
        "id": mark_of(delivery), "kind": notice.kind, "goal": notice.account.ref if notice.account else None,
        "subject": notice.subject, "sentence": notice.sentence, "link": link_of(notice), "at": notice.created_at,
    }  # fmt: skip
    return canonical.text(told).encode()


def signature(body: bytes, *, secret: str, at: int) -> str:
    """The header's value for these bytes at this second."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        usable = (
            parts.scheme in ("http", "https") and parts.hostname and not parts.username and parts.port != 0
        )
    except ValueError:
        return None
    return parts if usable and address.isascii() and address.isprintable() and " " not in address else None


def _posted(parts: SplitResult, body: bytes, headers: dict[str, str]) -> str:
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body=body, headers=headers)
        status = connection.getresponse().status
    finally:
        connection.close()
    return "" if 200 <= status < 300 else f"The receiver answered with status {status}."
