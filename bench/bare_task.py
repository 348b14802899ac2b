"""A Celery task that makes one bare SDK call: what a round is measured beside."""

from __future__ import annotations

import os

from celery import shared_task
from openai import OpenAI

_clients: dict[int, OpenAI] = {}


@shared_task(name="bench.bare_call")
def bare_call() -> None:
    """One chat completion, no books."""
    client = _clients.setdefault(
        os.getpid(), OpenAI(base_url=os.environ["COUNTERSIGN_MODEL_BASE_URL"], api_key="none", max_retries=0)
    )
    client.chat.completions.create(
        model="scripted-echo",
        messages=[{"role": "user", "content": "Say that the ledger is closed."}],
        max_tokens=600,
    )
