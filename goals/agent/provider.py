"""Asks a provider for one chat completion. The only place that imports the SDK.

Never retries, never decides what a request may cost, never writes a row: every call belongs to an
attempt whose intent is committed, and its id goes along as the idempotency key.
"""

from __future__ import annotations

import os
from contextlib import closing
from functools import lru_cache
from typing import Any

import httpx2
import openai

from goals.agent.endpoints import Endpoint
from goals.agent.failures import Charge, Code, Failure
from goals.agent.guard import TooLarge, guarded_client, timeout
from goals.agent.payload import readable
from goals.agent.reply import Reply
from goals.agent.request import Request
from goals.agent.sse import Events, body_reply

NO_KEY = "none"
QUOTA_CODES = ("insufficient_quota", "billing_hard_limit_reached")
UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol)


def ask(request: Request, *, endpoint: Endpoint, attempt_id: str, seconds: float) -> Reply:
    """The provider's reply to one request, or a reply with its failure; `seconds` is for all of it."""
    events = Events()
    try:
        with closing(_post(request, endpoint, attempt_id, seconds)) as response:
            if "event-stream" not in response.headers.get("content-type", ""):
                return body_reply(response.iter_bytes())
            for piece in response.iter_bytes():
                events.feed(piece)
        events.close()
        return events.reply()
    except openai.APIStatusError as error:
        return Reply(raw=_told(error), failure=_status_failure(error))
    except (openai.APIConnectionError, httpx2.HTTPError) as error:
        return events.reply(failure=_broken(error.__cause__ or error))


def _post(request: Request, endpoint: Endpoint, attempt_id: str, seconds: float) -> httpx2.Response:
    """The response with its body unread. What leaves are the very bytes that were bounded."""
    return _client(endpoint.base_url, endpoint.api_key or NO_KEY).post(
        "/chat/completions",
        cast_to=httpx2.Response,
        content=request.text.encode(),
        options={
            "headers": {"Idempotency-Key": attempt_id, "Content-Type": "application/json"},
            "timeout": timeout(seconds),
        },
        stream=True,
        stream_cls=openai.Stream[object],
    )  # type: ignore[return-value]


@lru_cache(maxsize=8)
def _client(base_url: str, api_key: str) -> openai.OpenAI:
    unnamed: dict[str, Any] = {
        "OpenAI-Organization": openai.omit,
        "OpenAI-Project": openai.omit,
        "Accept-Encoding": "identity",
    }
    return openai.OpenAI(
        base_url=base_url, api_key=api_key, max_retries=0, default_headers=unnamed,
        http_client=guarded_client(base_url),
    )  # fmt: skip


# A forked worker must not share its parent's connections.
os.register_at_fork(after_in_child=_client.cache_clear)


def _broken(cause: BaseException) -> Failure:
    if isinstance(cause, TooLarge):
        return Failure(Code.BAD_ANSWER, "The provider's answer is larger than any that was asked for.")
    charge = Charge.NOT_SENT if isinstance(cause, UNSENT) else Charge.POSSIBLE
    if isinstance(cause, httpx2.TimeoutException):
        return Failure(Code.TIMEOUT, "The provider did not answer in time.", charge)
    if charge is Charge.NOT_SENT:
        return Failure(Code.CONNECTION_LOST, "The provider could not be reached.", charge)
    return Failure(Code.CONNECTION_LOST, "The connection to the provider broke.", charge)


def _status_failure(error: openai.APIStatusError) -> Failure:
    status, said = error.status_code, f"HTTP {error.status_code}: {_said(error)}"
    if status == 429:
        why = "is out of quota" if error.code in QUOTA_CODES else "limits the rate"
        return Failure(Code.RATE_LIMITED, f"The provider {why} ({said}).", Charge.REFUSED)
    if status >= 500 or status == 408:
        return Failure(Code.PROVIDER_ERROR, f"The provider failed ({said}).")
    charge = Charge.POSSIBLE if "content_filter" in f"{error.code} {error.message}" else Charge.REFUSED
    return Failure(Code.REQUEST_ERROR, f"The provider refused the request ({said}).", charge)


def _said(error: openai.APIStatusError) -> str:
    message = error.body.get("message") if isinstance(error.body, dict) else None
    return readable(message if isinstance(message, str) else error.message)[:200]


def _told(error: openai.APIStatusError) -> object:
    return error.body if isinstance(error.body, dict) else {"status": error.status_code}
