"""Temporary folders go away, also those of processes that had no chance to tidy up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from governance.config.options import BASE_DIR
from governance.config.servers.scratch import Scratch

MAKER = "from governance.config.servers.scratch import Scratch; s = Scratch(); print(s.folder, flush=True); input()"


def test_a_folder_that_is_held_stays() -> None:
    first, second = Scratch(), Scratch()

    assert (first.folder.is_dir(), second.folder.is_dir()) == (True, True)
    first.remove()
    second.remove()
    assert (first.folder.exists(), second.folder.exists()) == (False, False)


def test_what_a_killed_process_left_is_swept_up() -> None:
    maker = subprocess.Popen(
        [sys.executable, "-c", MAKER], cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert maker.stdout is not None
    left = Path(maker.stdout.readline().strip())
    maker.kill()
    maker.communicate()
    assert left.is_dir()

    Scratch().remove()

    assert not left.exists()
