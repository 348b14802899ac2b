"""What a look at the record is about: everything, one stream, or one goal with the requests made for it."""

from __future__ import annotations

import re

from governance.audit import heads
from governance.errors import Invalid, NotFound
from governance.models import Account, Request

_REF = re.compile(r"G-0*([1-9][0-9]{0,17})", re.ASCII)


def streams_of(*, stream: str | None = None, goal: str | None = None) -> list[str] | None:
    """Streams to read; None for all of them. Raises Invalid or NotFound."""
    if goal is not None:
        return streams_of_goal(goal)
    if stream is None:
        return None
    prefixes = [model.stream_prefix for model in heads.kinds()]
    if stream.partition(":")[0] not in prefixes or ":" not in stream:
        raise Invalid(
            f"There is no stream {stream!r}. A stream is called {', '.join(f'{p}:…' for p in sorted(prefixes))}.",
            field="stream",
        )
    return [stream]


def streams_of_goal(ref: str) -> list[str]:
    """The stream of this goal's account, then those of the requests that concern it, in order."""
    found = _REF.fullmatch(ref)
    if found is None:
        raise Invalid(f"{ref!r} is not a goal. A goal is called like G-0012.", field="goal")
    account = Account.objects.filter(pk=int(found[1])).first()
    if account is None:
        raise NotFound(f"There is no goal {ref}.", field="goal")
    requests = Request.objects.filter(account=account).order_by("pk")
    return [account.stream_name, *(request.stream_name for request in requests)]
