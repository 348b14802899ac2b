"""A Celery task that makes one bare SDK call: what a round is measured beside."""

from __future__ import annotations

import os
from functools import cache

from celery import shared_task
from openai import OpenAI


@cache
def _client(_process: int) -> OpenAI:
    """One of each process, as the product keeps it: making one costs more than a call."""
    return OpenAI(base_url=os.environ["COUNTERSIGN_MODEL_BASE_URL"], api_key="none", max_retries=0)


@shared_task(name="bench.bare_call")
def bare_call() -> None:
    """One chat completion, no books."""
    _client(os.getpid()).chat.completions.create(
        model="scripted-echo",
        messages=[{"role": "user", "content": "Say that the ledger is closed."}],
        max_tokens=600,
    )
