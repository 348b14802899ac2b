"""Answers one chat completion: behaviour, agent, counts, and the way the bytes go out."""

import asyncio
import json
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from goals.agent.scripted import agents, render
from goals.agent.scripted.behaviour import BadBehaviour, Behaviour, from_model_name
from goals.agent.scripted.calls import Call, CallLog
from goals.agent.scripted.conversation import Conversation
from goals.agent.scripted.echo_path import EchoPath
from goals.agent.scripted.faults import error_body, ordered_error
from goals.agent.scripted.output import filled, output
from goals.agent.scripted.plans import PlanQueue
from goals.agent.scripted.reply import Reply, ToolCall
from goals.agent.scripted.request import BadRequest, ChatRequest, parse
from goals.agent.scripted.tokens import Counts, PrefixCache, prompt_bytes, tokens_for
from goals.agent.scripted.wire import Connection, HandlerResult, HttpRequest, head, json_response, response

DONE = b"data: [DONE]\n\n"
STREAM_HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "transfer-encoding": "chunked",
}


def event(value: object) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n\n"


def framed(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


class Completions:
    """The completions door of one endpoint. Lives in the server's thread."""

    def __init__(self, *, script: str | None, calls: CallLog, plans: PlanQueue) -> None:
        self.script = script
        self.calls = calls
        self.plans = plans
        self.cache = PrefixCache()
        self.held: set[asyncio.Event] = set()
        self.run = uuid4().hex[:6]
        self.echo = EchoPath(self.run)

    def handle(self, request: HttpRequest, connection: Connection) -> HandlerResult:
        call = self.calls.begin(request.headers, request.body)
        try:
            chat = parse(request.body)
            name, ordered = from_model_name(chat.model)
            script = agents.script_for(name, fallback=self.script)
        except (BadRequest, BadBehaviour) as error:
            return self.refuse(call, 400, error_body(400, str(error), param=getattr(error, "param", "model")))
        except agents.UnknownModel as error:
            return self.refuse(call, 404, error_body(404, str(error), param="model"))
        self.calls.name(call, model=chat.model, script=script, stream=chat.stream)
        planned = self.plans.take(model=chat.model, body=request.body)
        behaviour = ordered if planned.plain else planned
        roomy = chat.limit is None or chat.limit >= self.echo.tokens
        if script == "echo" and behaviour.plain and roomy and not chat.stream:
            return self.echoed(call, chat)
        if behaviour.immediate and not chat.stream:
            return self.whole(call, chat, behaviour)
        return self.slowly(call, chat, behaviour, connection)

    def echoed(self, call: Call, chat: ChatRequest) -> bytes:
        prompt = tokens_for(len(prompt_bytes(chat.messages, chat.tools)))
        call.counts, call.finish, call.outcome = Counts(prompt, self.echo.tokens), "stop", "answered"
        return self.echo.response(call=call.number, model=chat.model, input_tokens=prompt)

    def refuse(self, call: Call, status: int, body: object, extra: dict[str, str] | None = None) -> bytes:
        call.outcome = str(status)
        return json_response(status, body, extra=extra)

    def answer(self, call: Call, chat: ChatRequest, behaviour: Behaviour) -> render.Answer:
        out = output(self.reply(call, chat, behaviour), limit=chat.limit, behaviour=behaviour)
        prompt = prompt_bytes(chat.messages, chat.tools)
        cached = 0
        if call.script != "echo":
            cached = self.cache.cached_tokens(chat.model, chat.messages, prompt)
        counts = reported(
            Counts(tokens_for(len(prompt)), out.tokens, cached, out.reasoning_tokens), behaviour
        )
        call.counts, call.finish = counts, out.finish
        call.tools_called = tuple(name for name, _ in out.calls)
        model = behaviour.answer_model or chat.model
        return render.Answer(call.number, self.run, model, out, counts, behaviour)

    def reply(self, call: Call, chat: ChatRequest, behaviour: Behaviour) -> Reply:
        if behaviour.text is not None or behaviour.tool_calls is not None:
            named = [
                ToolCall(entry["name"], entry.get("arguments", {})) for entry in behaviour.tool_calls or []
            ]
            return Reply(behaviour.text or "", tuple(named))
        agent = agents.AGENTS[call.script]
        return agent(Conversation(chat.messages, chat.tools, limit=chat.limit, now=datetime.now(UTC)))

    def whole(self, call: Call, chat: ChatRequest, behaviour: Behaviour) -> bytes:
        """The complete response of a call that is not streamed."""
        if behaviour.fault is not None and behaviour.fault.isdigit():
            status, body, headers = ordered_error(behaviour)
            return self.refuse(call, status, body, headers)
        answered = render.body(self.answer(call, chat, behaviour)) if behaviour.raw is None else behaviour.raw
        call.outcome = behaviour.fault or "answered"
        if behaviour.fault == "no-choices":
            answered = answered | {"choices": []}
        if behaviour.fault == "huge-body":
            answered = answered | {"padding": filled(behaviour.huge_bytes)}
        if behaviour.fault == "invalid-json":
            return response(200, json.dumps(answered).encode()[:-9])
        return json_response(200, answered, extra={"x-request-id": f"req-{self.run}{call.number:08d}"})

    async def slowly(
        self, call: Call, chat: ChatRequest, behaviour: Behaviour, connection: Connection
    ) -> None:
        """An answer that waits, streams or breaks."""
        try:
            await self.waiting(behaviour)
            await self.perform(call, chat, behaviour, connection)
        except asyncio.CancelledError:
            call.outcome = "client-gone"
            raise

    async def waiting(self, behaviour: Behaviour) -> None:
        if behaviour.delay_ms:
            await asyncio.sleep(behaviour.delay_ms / 1000)
        if behaviour.hold or behaviour.fault == "hang":
            released = asyncio.Event()
            self.held.add(released)
            try:
                await released.wait()
            finally:
                self.held.discard(released)

    def release(self) -> int:
        """Lets every held call go on; returns how many there were. A hanging call ends without an answer."""
        for event_ in self.held:
            event_.set()
        return len(self.held)

    def perform(
        self, call: Call, chat: ChatRequest, behaviour: Behaviour, connection: Connection
    ) -> Coroutine[Any, Any, None]:
        if behaviour.fault in ("drop-before", "hang"):
            return self.drop(call, behaviour, connection)
        if (
            chat.stream
            and behaviour.raw is None
            and behaviour.fault in (None, "drop-half", "invalid-json", "no-choices")
        ):
            return self.stream(call, chat, behaviour, connection)
        return self.send_whole(call, chat, behaviour, connection)

    async def drop(self, call: Call, behaviour: Behaviour, connection: Connection) -> None:
        call.outcome = str(behaviour.fault)
        connection.abort()

    async def send_whole(
        self, call: Call, chat: ChatRequest, behaviour: Behaviour, connection: Connection
    ) -> None:
        data = self.whole(call, chat, behaviour)
        if behaviour.fault == "drop-half":
            data = data[: len(data) // 2]
        await connection.send(data)
        if behaviour.fault == "drop-half":
            connection.close()

    async def stream(
        self, call: Call, chat: ChatRequest, behaviour: Behaviour, connection: Connection
    ) -> None:
        sent = behaviour.raw_chunks
        if sent is None:
            sent = render.chunks(self.answer(call, chat, behaviour), include_usage=chat.include_usage)
        if behaviour.fault == "no-choices":
            sent = [chunk | {"choices": []} for chunk in sent]
        lines = [event(chunk) for chunk in sent]
        if behaviour.fault == "invalid-json":
            lines[len(lines) // 2] = lines[len(lines) // 2][:-9] + b"\n\n"
        if behaviour.fault == "drop-half":
            lines = lines[: max(1, len(lines) // 2)]
        else:
            lines.append(DONE)
        call.outcome = "streaming"
        await connection.send(head(200, STREAM_HEADERS))
        if behaviour.chunk_delay_ms:
            for line in lines:
                await connection.send(framed(line))
                await asyncio.sleep(behaviour.chunk_delay_ms / 1000)
        else:
            await connection.send(b"".join(framed(line) for line in lines))
        call.outcome = behaviour.fault or "answered"
        if behaviour.fault == "drop-half":
            return connection.close()
        await connection.send(b"0\r\n\r\n")


def reported(counts: Counts, behaviour: Behaviour) -> Counts:
    """The counts to report: the true ones, save where the behaviour orders another number."""
    ordered = (
        behaviour.count_input,
        behaviour.count_output,
        behaviour.count_cached,
        behaviour.count_reasoning,
    )
    true = (counts.input, counts.output, counts.cached, counts.reasoning)
    return Counts(*(real if order is None else order for real, order in zip(true, ordered, strict=True)))
