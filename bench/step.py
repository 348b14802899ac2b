"""What governance adds to one model call, and whole rounds through Celery beside bare calls through Celery."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from bench.table import Result, ratio
from bench.world import start_django, world


def one_call(calls: int = 60) -> list[Result]:
    """The median of a governed step (intent, call, record) less that of a bare SDK call to the same endpoint."""
    from goals.agent.scripted import ScriptedEndpoint

    with ScriptedEndpoint() as endpoint, world("postgres", endpoint=endpoint.base_url):
        start_django()
        bare = statistics.median(_timed(_bare_call(endpoint.base_url)) for _ in range(calls))
        governed = statistics.median(_governed_steps(calls))
    added = (governed - bare) * 1_000
    return [
        Result("governance added to one model call, PostgreSQL, median", f"{added:.1f} ms",
               f"bare SDK call {bare * 1_000:.1f} ms", "", "≤ 5 ms", added <= 5)
    ]  # fmt: skip


def _bare_call(base_url: str):
    from openai import OpenAI

    client = OpenAI(base_url=base_url, api_key="none", max_retries=0)
    messages = [{"role": "user", "content": "Say that the ledger is closed."}]
    return lambda: client.chat.completions.create(model="scripted-echo", messages=messages, max_tokens=600)


def _timed(act) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _governed_steps(calls: int) -> list[float]:
    """Seconds of each step of rounds that answer in one step."""
    from bench import scene
    from goals.agent import asking
    from goals.agent import work as working
    from goals.agent.endings import Ending
    from goals.gate import admission
    from goals.rounds import settlement, turns

    scene.people_and_driver()
    (goal_id,) = scene.signed_goals(1)
    taken = []
    for _ in range(calls):
        (reserved,) = scene.reservations_for([goal_id])
        lease = admission.admit(reserved, worker="bench").lease
        work = working.load(lease)
        turn = turns.new_turn(lease)

        def step(work=work, turn=turn) -> None:
            asking.ask(work, turns.new_step(turn, 1))

        taken.append(_timed(step))
        settlement.settle(lease, Ending(state="settled", outcome="completed", sentence="Done."))
    return taken


def rounds_through_celery(rounds: int = 200) -> list[Result]:
    """One-step rounds through worker and broker, beside a task that makes one bare SDK call.

    Twenty goals, each of whose rounds reserves and sends the next one, as they do in earnest.
    """
    from goals.agent.scripted import ScriptedEndpoint

    with ScriptedEndpoint() as endpoint, world("postgres", endpoint=endpoint.base_url):
        start_django()
        from bench import scene
        from bench.bare_task import bare_call
        from goals.models import Execution
        from goals.rounds import dispatching

        scene.people_and_driver()
        reserved = scene.reservations_for(scene.signed_goals(20))
        worker = _worker()
        try:
            bare_call.delay()
            _wait(lambda: endpoint.call_count >= 1)
            began, seen = time.perf_counter(), endpoint.call_count
            for _ in range(rounds):
                bare_call.delay()
            _wait(lambda: endpoint.call_count >= seen + rounds)
            bare = rounds / (time.perf_counter() - began)
            began = time.perf_counter()
            for outbox_id in reserved:
                dispatching.send(outbox_id)
            _wait(lambda: Execution.objects.filter(state="settled").count() >= rounds)
            governed = rounds / (time.perf_counter() - began)
        finally:
            worker.terminate()
            worker.wait()
    value, met = ratio(governed, bare, 0.35)
    return [
        Result("one-step rounds through Celery, endpoint without delay", f"{governed:,.0f}/s",
               f"bare calls {bare:,.0f}/s", value, "0.35", met)
    ]  # fmt: skip


def _worker() -> subprocess.Popen[bytes]:
    argv = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "governance.config",
        "worker",
        "--concurrency=2",
        "--without-gossip",
    ]
    argv += ["--without-mingle", "--loglevel=ERROR", "-I", "bench.bare_task"]
    return subprocess.Popen(argv, env=dict(os.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _wait(happened, seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError("the worker did not finish")
        time.sleep(0.02)
