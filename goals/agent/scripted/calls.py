"""Keeps count of every call received and, within bounds, what was in it. The witness of the tests."""

import json
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goals.agent.scripted.tokens import Counts

KEPT_CALLS = 5_000
KEPT_BYTES = 64 * 1024 * 1024
SECRET_HEADERS = ("authorization", "api-key", "x-api-key", "cookie")


@dataclass(slots=True)
class Call:
    """One request to the completions door.

    `outcome` is `running`, `answered`, a status such as `500`, the name of a fault, or `client-gone`.
    `body` is None once the bound on kept bytes has pushed it out; the counters stay exact.
    """

    number: int
    headers: Mapping[str, str]
    body: bytes | None
    model: str = ""
    script: str = ""
    stream: bool = False
    outcome: str = "running"
    counts: Counts | None = None
    finish: str | None = None
    tools_called: tuple[str, ...] = field(default=())

    @property
    def idempotency_key(self) -> str | None:
        return self.headers.get("idempotency-key")

    @property
    def request(self) -> Any:
        """The request body as JSON; None when it is not kept or is no JSON."""
        try:
            return json.loads(self.body) if self.body is not None else None
        except ValueError:
            return None

    def as_json(self, *, bodies: bool) -> dict[str, Any]:
        counts = self.counts
        shown: dict[str, Any] = {
            "number": self.number,
            "model": self.model,
            "script": self.script,
            "stream": self.stream,
            "outcome": self.outcome,
            "finish": self.finish,
            "idempotency_key": self.idempotency_key,
            "headers": dict(self.headers),
            "tools_called": list(self.tools_called),
            "counts": {name: getattr(counts, name) for name in Counts.__slots__} if counts else None,
        }
        if bodies:
            shown["body"] = None if self.body is None else self.body.decode("utf-8", "replace")
        return shown


class CallLog:
    """All calls since the last reset. Written by the server's thread only; safe to read from others."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.count = 0
        self.by_model: Counter[str] = Counter()
        self.by_script: Counter[str] = Counter()
        self._calls: deque[Call] = deque(maxlen=KEPT_CALLS)
        self._bodies: deque[Call] = deque()
        self._kept_bytes = 0

    def begin(self, headers: dict[str, str], body: bytes) -> Call:
        self.count += 1
        for name in SECRET_HEADERS:
            if name in headers:
                headers[name] = "(not kept)"
        call = Call(self.count, headers, body)
        self._calls.append(call)
        self._bodies.append(call)
        self._kept_bytes += len(body)
        while self._kept_bytes > KEPT_BYTES or len(self._bodies) > KEPT_CALLS:
            dropped = self._bodies.popleft()
            self._kept_bytes -= len(dropped.body or b"")
            dropped.body = None
        return call

    def name(self, call: Call, *, model: str, script: str, stream: bool) -> None:
        call.model, call.script, call.stream = model, script, stream
        self.by_model[model] += 1
        self.by_script[script] += 1

    def kept(self) -> list[Call]:
        return list(self._calls)

    def as_json(self, *, bodies: bool = True, last: int | None = None) -> dict[str, Any]:
        calls = self.kept()
        shown = calls if last is None else calls[max(0, len(calls) - last) :]
        return {
            "count": self.count,
            "by_model": dict(self.by_model),
            "by_script": dict(self.by_script),
            "calls": [call.as_json(bodies=bodies) for call in shown],
        }
