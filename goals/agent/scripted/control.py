"""The control side of the endpoint: what was called, what is ordered next. Never answers a model call."""

import asyncio
import json
from typing import Any

from goals.agent.scripted.behaviour import BadBehaviour
from goals.agent.scripted.calls import CallLog
from goals.agent.scripted.completions import Completions
from goals.agent.scripted.plans import Plan, PlanQueue, plan
from goals.agent.scripted.wire import Connection, HandlerResult, HttpRequest, json_response

LONGEST_WAIT_MS = 60_000


class Control:
    """`/control/…` of one endpoint. Lives in the server's thread."""

    def __init__(self, *, calls: CallLog, plans: PlanQueue, completions: Completions) -> None:
        self.calls = calls
        self.plans = plans
        self.completions = completions
        self.routes = {
            ("GET", "/control/health"): self.health,
            ("GET", "/control/calls"): self.list_calls,
            ("POST", "/control/reset"): self.reset,
            ("POST", "/control/release"): self.release,
            ("POST", "/control/script"): self.script,
        }

    def handle(self, request: HttpRequest, connection: Connection) -> HandlerResult:
        route = self.routes.get((request.method, request.path))
        if route is None:
            return json_response(404, {"error": f"no such control: {request.method} {request.path}"})
        return route(request, connection)

    def health(self, request: HttpRequest, connection: Connection) -> bytes:
        state = {"ok": True, "count": self.calls.count, "planned": len(self.plans)}
        return json_response(200, state | {"held": len(self.completions.held)})

    def list_calls(self, request: HttpRequest, connection: Connection) -> HandlerResult:
        """`bodies=0` leaves bodies out, `last=N` shows the end, `at_least=N&wait_ms=M` waits for N calls."""
        try:
            numbers = {name: int(request.query.get(name, "0")) for name in ("at_least", "wait_ms", "last")}
        except ValueError:
            return json_response(400, {"error": "at_least, wait_ms and last are whole numbers"})
        shown: dict[str, Any] = {
            "bodies": request.query.get("bodies") != "0",
            "last": numbers["last"] or None,
        }
        if self.calls.count >= numbers["at_least"] or not numbers["wait_ms"]:
            return json_response(200, self.calls.as_json(**shown))
        return self.wait_for_calls(numbers, shown, connection)

    async def wait_for_calls(
        self, numbers: dict[str, int], shown: dict[str, Any], connection: Connection
    ) -> None:
        left = min(numbers["wait_ms"], LONGEST_WAIT_MS)
        while left > 0 and self.calls.count < numbers["at_least"]:
            await asyncio.sleep(0.005)
            left -= 5
        await connection.send(json_response(200, self.calls.as_json(**shown)))

    def reset(self, request: HttpRequest, connection: Connection) -> bytes:
        self.calls.reset()
        self.plans.clear()
        self.completions.cache.clear()
        return json_response(200, {"reset": True, "released": self.completions.release()})

    def release(self, request: HttpRequest, connection: Connection) -> bytes:
        return json_response(200, {"released": self.completions.release()})

    def script(self, request: HttpRequest, connection: Connection) -> bytes:
        """Queues one plan or a list of plans; all of them or none."""
        try:
            plans = read_plans(request.body)
        except (BadBehaviour, ValueError) as error:
            return json_response(400, {"error": str(error)})
        self.plans.add(*plans)
        return json_response(200, {"planned": len(self.plans)})


def read_plans(body: bytes) -> list[Plan]:
    data = json.loads(body)
    entries = data if isinstance(data, list) else [data]
    if not all(isinstance(entry, dict) for entry in entries):
        raise BadBehaviour("a plan is a JSON object, or a list of them")
    return [plan(entry) for entry in entries]
