"""The thirty worked examples, each read exactly as its line wants it."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goals.agent.usage import read_usage
from governance.config.options import BASE_DIR

SHAPES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "usage_shapes.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("shape", [pytest.param(shape, id=shape["id"]) for shape in SHAPES])
def test_a_worked_example_is_read_as_it_wants(shape: dict[str, Any]) -> None:
    reading = read_usage(shape["raw"], mode=shape["mode"], provider=shape["provider"])

    assert dataclasses.asdict(reading) | {"flags": set(reading.flags)} == shape["want"] | {
        "flags": set(shape["want"]["flags"])
    }


def test_all_worked_examples_are_here() -> None:
    assert len({shape["id"] for shape in SHAPES}) == 30


def test_reading_usage_needs_no_django() -> None:
    program = "import sys, goals.agent.usage.lines; print('django' in sys.modules)"

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=BASE_DIR, capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"
