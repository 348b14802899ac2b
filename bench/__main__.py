"""`python -m bench [NAME …]`: measure, print the table, each figure beside its yardstick in the same run.

Every part runs in a process of its own, because each has a world of its own.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict

from bench import gate, growth, http, overshoot, pages, record, step
from bench.table import HEAD, Result

PARTS: dict[str, Callable[[], list[Result]]] = {
    "gate": lambda: gate.many_goals(1_000),
    "sqlite": lambda: gate.sqlite(400),
    "http": http.dry_run,
    "overshoot": overshoot.with_room_for_few,
    "step": step.one_call,
    "rounds": step.rounds_through_celery,
    "growth": growth.with_many_steps,
    "pages": pages.under_load,
    "record": record.verify,
    "covered": record.verify_covered,
}


def main(names: list[str]) -> int:
    if names[:1] == ["--part"]:
        json.dump([asdict(result) for result in PARTS[names[1]]()], sys.stdout)
        return 0
    print(
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}\n\n{HEAD}",
        flush=True,
    )
    worst = 0
    for name in names or PARTS:
        done = subprocess.run(
            [sys.executable, "-m", "bench", "--part", name], stdout=subprocess.PIPE, check=False
        )
        if done.returncode:
            print(f"| {name} | did not finish | | | | |", flush=True)
            worst = 1
            continue
        for result in json.loads(done.stdout):
            print(Result(**result).line(), flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
