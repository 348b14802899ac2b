"""The queue of ordered behaviours: which call gets which. Never interprets a behaviour."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from goals.agent.scripted.behaviour import PLAIN, BadBehaviour, Behaviour, behaviour

MATCHERS = ("model", "contains", "times", "skip")


@dataclass(slots=True)
class Plan:
    """One entry. `model` and `contains` (text in the request body) narrow it; None fits every call.

    The entry lets `skip` fitting calls pass, then serves `times` calls; `times` None serves for ever.
    """

    behaviour: Behaviour
    model: str | None = None
    contains: str | None = None
    times: int | None = 1
    skip: int = 0

    def fits(self, model: str, body: bytes) -> bool:
        named = self.model is None or self.model == model
        return named and (self.contains is None or self.contains.encode() in body)


def plan(values: Mapping[str, Any]) -> Plan:
    """An entry from plain values: the matchers, and beside them the fields of Behaviour."""
    chosen = {name: value for name, value in values.items() if name in MATCHERS}
    for name, kind in (("model", str), ("contains", str), ("times", int), ("skip", int)):
        value = chosen.get(name)
        if value is not None and (
            type(value) is not kind or (kind is int and int(value) < (name == "times"))
        ):
            raise BadBehaviour(f"{name}: {value!r} is not acceptable")
    ordered = behaviour({name: value for name, value in values.items() if name not in MATCHERS})
    if chosen.get("skip", 0) is None:
        raise BadBehaviour("skip: must be a whole number")
    return Plan(ordered, **chosen)


class PlanQueue:
    """First entry that fits serves the call. May be filled from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._plans: list[Plan] = []

    def add(self, *plans: Plan) -> None:
        with self._lock:
            self._plans.extend(plans)

    def clear(self) -> None:
        with self._lock:
            self._plans.clear()

    def __len__(self) -> int:
        return len(self._plans)

    def take(self, *, model: str, body: bytes) -> Behaviour:
        """The behaviour for this call, PLAIN when nothing is ordered for it."""
        if not self._plans:
            return PLAIN
        with self._lock:
            for entry in self._plans:
                if not entry.fits(model, body):
                    continue
                if entry.skip:
                    entry.skip -= 1
                    continue
                if entry.times is not None:
                    entry.times -= 1
                    if entry.times == 0:
                        self._plans.remove(entry)
                return entry.behaviour
        return PLAIN
