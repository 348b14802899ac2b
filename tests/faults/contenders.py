"""A process of contenders for one round: `python -m tests.faults.contenders GOAL COUNT` prints what each was told."""

from __future__ import annotations

import json
import os
import sys

import django


def main(goal_id: str, count: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    django.setup()
    from tests.faults.contending import contend  # noqa: PLC0415 - Django is set up first
    from tests.racing import race  # noqa: PLC0415

    sys.stdin.readline()
    answers = race(*[lambda: contend(goal_id) for _ in range(count)])
    json.dump([answer if isinstance(answer, list) else repr(answer) for answer in answers], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
