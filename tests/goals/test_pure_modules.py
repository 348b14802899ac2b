"""The goal domain runs without Django: a process that imports all of it has not imported Django."""

import subprocess
import sys

from governance.config.options import BASE_DIR

PURE = [
    "command",
    "decoding",
    "enums",
    "errors",
    "faults",
    "lifecycle",
    "payloads",
    "projection",
    "replay",
    "state",
    "status_text",
    "succession",
    "tool_errors",
    "values",
]


def test_the_domain_imports_no_django() -> None:
    program = f"import sys, {', '.join(f'goals.{name}' for name in PURE)}; print('django' in sys.modules)"

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=BASE_DIR, capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"
