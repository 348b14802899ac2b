"""Processes that admit their share of reservations: `python -m bench.clients IDS…` waits for a line, then goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def main(outbox_ids: list[int]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    import django

    django.setup()
    from goals import gate
    from goals.gate import admission
    from goals.models import Goal
    from governance.models import Outbox

    # The dry run makes the gate's queries, as any request before would have.
    gate.ask(Goal.objects.get(pk=Outbox.objects.get(pk=outbox_ids[0]).subject))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    began = time.time()
    admitted = sum(admission.admit(outbox_id, worker="bench").lease is not None for outbox_id in outbox_ids)
    json.dump({"began": began, "ended": time.time(), "admitted": admitted}, sys.stdout)


def admit_together(outbox_ids: list[int], clients: int) -> tuple[int, float]:
    """How many were admitted and in how many seconds, from the first start to the last end."""
    shares = [outbox_ids[place::clients] for place in range(clients)]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.clients", *map(str, share)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for share in shares
        if share
    ]
    for process in started:
        process.stdout.readline()
    for process in started:
        process.stdin.write(b"go\n")
        process.stdin.flush()
    told = [json.loads(process.communicate()[0]) for process in started]
    seconds = max(one["ended"] for one in told) - min(one["began"] for one in told)
    return sum(one["admitted"] for one in told), seconds


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]])
