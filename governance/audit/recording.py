"""Writes events. One event per change, in the change's own transaction, chained to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from governance import canonical, clock, rows
from governance.actors import Acting
from governance.errors import Conflict
from governance.models import Account, Event
from governance.models.streams import StreamHead
from governance.money import ZERO
from governance.transactions import require_transaction

VERSION = 1


def chain_hash(*, stream: str, seq: int, previous: str, body_digest: str) -> str:
    """SHA-256 over format version, stream, sequence, previous hash and the digest of the stored text."""
    line = f"{VERSION}|{stream}|{seq}|{previous}|{body_digest}"
    return hashlib.sha256(line.encode()).hexdigest()


def record(
    *,
    acting: Acting,
    on: StreamHead,
    action: str,
    sentence: str,
    facts: dict[str, Any] | None = None,
    covers: Sequence[str] = (),
    account: Account | None = None,
    effect_tokens: int = 0,
    effect_money: Decimal = ZERO,
    at: datetime | None = None,
    named: bool = False,
) -> Event:
    """Append one event to the stream of `on` (fresh, and locked where writers compete) and move its head.

    `covers` lists digests of the rows this event vouches for, as "table:id:sha256".
    `named`: other rows will name the event, so it needs its id now.
    Effects are on what is available: negative when set aside or spent, positive when given back.
    Raises Conflict `stream-moved` if somebody else appended in between.
    """
    require_transaction()
    at = at or clock.now()
    account = on if isinstance(on, Account) else account
    event = Event(
        stream=on.stream_name,
        seq=on.stream_seq + 1,
        previous=on.stream_head,
        action=action,
        actor=acting.person,
        actor_name=acting.name,
        account=account,
        sentence=sentence,
        effect_tokens=effect_tokens,
        effect_money=effect_money,
        available_tokens=account.available_tokens if account else None,
        available_money=account.available_money if account else None,
        at=at,
    )
    event.body = canonical.text(body_of(event, method=acting.method, facts=facts or {}, covers=list(covers)))
    event.hash = chain_hash(
        stream=event.stream, seq=event.seq, previous=event.previous, body_digest=canonical.digest(event.body)
    )
    _move_head(on, event)
    return rows.insert(event) if named else rows.append(event)


def body_of(event: Event, *, method: str, facts: dict[str, Any], covers: list[str]) -> dict[str, Any]:
    """Everything the hash vouches for. The event's own columns repeat these and are checked against them."""
    return {
        "v": VERSION,
        "stream": event.stream,
        "seq": event.seq,
        "action": event.action,
        "actor": {"id": event.actor_id, "name": event.actor_name, "method": method},
        "account": event.account_id,
        "sentence": event.sentence,
        "effect": {"tokens": event.effect_tokens, "money": event.effect_money},
        "available": {"tokens": event.available_tokens, "money": event.available_money},
        "at": event.at,
        "facts": facts,
        "covers": covers,
    }


def _move_head(on: StreamHead, event: Event) -> None:
    head = {"stream_seq": event.seq, "stream_head": event.hash}
    moved = Conflict("Somebody else changed this at the same moment; read it again.", code="stream-moved")
    rows.change(type(on), on.pk, head, where={"stream_seq": on.stream_seq}, lost=moved)
    on.stream_seq, on.stream_head = event.seq, event.hash
