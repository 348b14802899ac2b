"""Started as a process of its own: takes its limits on itself, then becomes the command. Knows nothing else.

argv: this file, JSON limits {cpu_seconds, file_bytes, memory_bytes}, the executable's path, its arguments.
"""

import json
import os
import resource
import sys

OPEN_FILES = 256


def main() -> None:
    limits, executable = json.loads(sys.argv[1]), sys.argv[2]
    for kind, most in (
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_AS, limits["memory_bytes"]),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    os.umask(0o077)
    os.execv(executable, sys.argv[2:])  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main()
