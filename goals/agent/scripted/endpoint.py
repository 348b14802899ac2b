"""A loopback server that speaks the OpenAI protocol and answers from scripts, in its own thread."""

import asyncio
import time
from threading import Event, Thread
from types import TracebackType
from typing import Any

from goals.agent.scripted import agents
from goals.agent.scripted.calls import Call, CallLog
from goals.agent.scripted.completions import Completions
from goals.agent.scripted.control import Control
from goals.agent.scripted.faults import error_body
from goals.agent.scripted.loopback import loopback_host
from goals.agent.scripted.plans import PlanQueue, plan
from goals.agent.scripted.wire import Connection, HandlerResult, HttpRequest, json_response

BACKLOG = 1024


class ScriptedEndpoint:
    """`with ScriptedEndpoint() as endpoint:` serves until the block ends.

    `script` answers every model name that is not `scripted-…`; None refuses such names with 404.
    `port` 0 takes a free port. Raises NotLoopback for a host that other machines can reach,
    OSError when the port is taken.
    """

    def __init__(self, *, host: str = "127.0.0.1", port: int = 0, script: str | None = "demo") -> None:
        if script is not None and script not in agents.AGENTS:
            raise ValueError(f"no script {script!r}; there are {', '.join(agents.AGENTS)}")
        self.host = loopback_host(host)
        self.port = port
        self._log = CallLog()
        self._plans = PlanQueue()
        self._completions = Completions(script=script, calls=self._log, plans=self._plans)
        self._control = Control(calls=self._log, plans=self._plans, completions=self._completions)
        self._connections: set[Connection] = set()
        self._ready = Event()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._serve, name="scripted-endpoint", daemon=True)

    @property
    def origin(self) -> str:
        return f"http://[{self.host}]:{self.port}" if ":" in self.host else f"http://{self.host}:{self.port}"

    @property
    def base_url(self) -> str:
        """What an OpenAI client takes as its base URL."""
        return f"{self.origin}/v1"

    @property
    def calls(self) -> list[Call]:
        """The calls kept, oldest first; `call_count` is exact even when some are no longer kept."""
        return self._log.kept()

    @property
    def call_count(self) -> int:
        return self._log.count

    def plan(self, **values: Any) -> None:
        """Orders a behaviour for a coming call: fields of Behaviour, and model, contains, times, skip."""
        self._plans.add(plan(values))

    def reset(self) -> None:
        """Forgets calls, plans and cached prefixes, and releases what is held."""
        self._in_loop(self._log.reset)
        self._in_loop(self._plans.clear)
        self._in_loop(self._completions.cache.clear)
        self._in_loop(self._completions.release)

    def release(self) -> int:
        """Lets every held call go on; returns how many there were."""
        return int(self._in_loop(self._completions.release))

    def wait_for_calls(self, count: int, *, seconds: float = 30.0) -> None:
        """Returns once `count` calls have arrived; raises TimeoutError when they do not."""
        end = time.monotonic() + seconds
        while self._log.count < count:
            if time.monotonic() > end:
                raise TimeoutError(f"{self._log.count} of {count} calls arrived")
            time.sleep(0.002)

    def __enter__(self) -> "ScriptedEndpoint":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure

    def stop(self) -> None:
        """Ends the server and every connection; safe to call twice."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()

    def _in_loop(self, work: Any) -> Any:
        async def run() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result()

    def _serve(self) -> None:
        try:
            asyncio.run(self._main())
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        server = await self._loop.create_server(
            lambda: Connection(self._route, self._connections), self.host, self.port, backlog=BACKLOG
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopping.wait()
        server.close()
        for connection in list(self._connections):
            connection.abort()

    def _route(self, request: HttpRequest, connection: Connection) -> HandlerResult:
        if request.path == "/v1/chat/completions" and request.method == "POST":
            return self._completions.handle(request, connection)
        if request.path.startswith("/control/"):
            return self._control.handle(request, connection)
        if request.path.startswith("/v1/models") and request.method == "GET":
            return models(request.path.removeprefix("/v1/models").strip("/"))
        return json_response(
            404, error_body(404, f"no such address: {request.method} {request.path}", code="not_found")
        )


def models(wanted: str) -> bytes:
    """The list of models, or one of them."""
    known = {
        name: {"id": name, "object": "model", "created": 0, "owned_by": "countersign"}
        for name in agents.MODELS
    }
    if not wanted:
        return json_response(200, {"object": "list", "data": list(known.values())})
    if wanted not in known:
        return json_response(404, error_body(404, f"no model {wanted}", param="model"))
    return json_response(200, known[wanted])
