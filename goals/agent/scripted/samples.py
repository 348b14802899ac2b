"""The files the demonstration goals work on. Never touches a workspace unless told which."""

import shutil
from pathlib import Path

FILES = Path(__file__).parent / "files"
KINDS = ("reconcile", "endless", "hungry", "ralph", "ralph-answer")


def copy_samples(kind: str, target: Path) -> list[str]:
    """Copies the files of one kind into a folder; returns their paths inside it, sorted.

    `ralph-answer` is what a person adds to a `ralph` workspace: the missing key.
    """
    if kind not in KINDS:
        raise ValueError(f"no sample files for {kind!r}; there are {', '.join(KINDS)}")
    source = FILES / kind
    shutil.copytree(source, target, dirs_exist_ok=True)
    return sorted(str(path.relative_to(source)) for path in source.rglob("*") if path.is_file())
