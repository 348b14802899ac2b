"""The dry run over HTTP beside the same server answering an empty DRF POST."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable

from bench.table import Result, ratio
from bench.world import start_django, world

CLIENTS, SECONDS = 8, 6


def dry_run() -> list[Result]:
    """Requests per second of eight clients, each figure from the same process in the same run."""
    with world("postgres"):
        start_django()
        from bench import scene
        from governance.models import Person
        from governance.people import tokens
        from ralph_runs.demonstration import people

        scene.people_and_driver()
        goal_id = scene.signed_goals(1)[0]
        mariam = Person.objects.get(username="mariam")
        _kept, token = tokens.issue(acting=people.acting("mariam"), person_id=mariam.pk, name="bench")
        server, origin = _server()
        try:
            ours = _rate(lambda: _post(f"{origin}/api/v1/goals/{goal_id}/admission", token))
            beside = _rate(lambda: _post(f"{origin}/empty", token))
        finally:
            server.terminate()
            server.wait()
    value, met = ratio(ours, beside, 0.35)
    return [
        Result(
            "HTTP dry-run admission", f"{ours:,.0f}/s", f"empty DRF POST {beside:,.0f}/s", value, "0.35", met
        )
    ]


def _server() -> tuple[subprocess.Popen[bytes], str]:
    from governance.config.servers import children

    port = children.free_port()
    argv = [sys.executable, "-m", "granian", "--interface", "wsgi", "--http", "1", "--host", "127.0.0.1"]
    argv += [
        "--port",
        str(port),
        "--blocking-threads",
        "8",
        "--log-level",
        "error",
        "bench.empty_post:application",
    ]
    process = subprocess.Popen(argv, env=dict(os.environ))
    origin = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{origin}/health/", timeout=1)
            break
        except OSError:
            time.sleep(0.1)
    return process, origin


def _post(url: str, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, data=b"{}", method="POST", headers=headers)
    urllib.request.urlopen(request, timeout=30).read()


def _rate(act: Callable[[], None]) -> float:
    counts, over = [0] * CLIENTS, time.monotonic() + SECONDS

    def client(place: int) -> None:
        while time.monotonic() < over:
            act()
            counts[place] += 1

    threads = [threading.Thread(target=client, args=[place]) for place in range(CLIENTS)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - began)
