"""What `make run` installs is enough for every process it starts: nothing leans on what only the tests bring."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
IMPORTS = """
import importlib.abc, os, sys

class Bare(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare())
os.environ["DJANGO_SETTINGS_MODULE"] = "governance.config.settings"
import django
django.setup()
import celery.bin.worker, granian, kombu.transport.filesystem, kombu.transport.redis
import goals.driver, goals.tasks, governance.config.celery, governance.config.urls
"""


def test_every_process_imports_with_no_more_than_requirements_txt_brings() -> None:
    brought = _brought()
    strange = sorted(
        name for name, owners in metadata.packages_distributions().items()
        if not brought & {_plain(owner) for owner in owners}
    )  # fmt: skip
    assert "pytest" in strange
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *strange], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def _brought() -> set[str]:
    """Distributions that requirements.txt names, and what each of them asks for, extras as they are asked for."""
    lines = (line.partition("#")[0].strip() for line in (ROOT / "requirements.txt").read_text().splitlines())
    waiting = [Requirement(line) for line in lines if line]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (_plain(one.name), frozenset(one.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            asked = metadata.requires(one.name) or []
        except metadata.PackageNotFoundError:
            continue
        waiting += [
            more for more in map(Requirement, asked)
            if more.marker is None or any(more.marker.evaluate({"extra": extra}) for extra in ("", *one.extras))
        ]  # fmt: skip
    return {name for name, _ in seen}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
