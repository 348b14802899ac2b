"""Writes the specimen as plain files to look at.

DJANGO_SETTINGS_MODULE=governance.config.settings python -m tests.governance.specimen.render DIR
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import django
import django_htmx
from django.template.loader import render_to_string

from tests.governance.specimen.pages import PAGES

ROOT = Path(__file__).resolve().parents[3]
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx"


def page(name: str, context: dict[str, Any], *, theme: str = "") -> str:
    """One specimen page as HTML."""
    return render_to_string(f"specimen/{name}.html", {**context, "theme": theme})


def write(folder: Path) -> None:
    """All pages, and /static/ beside them."""
    shutil.copytree(ROOT / "governance/web/static", folder / "static", dirs_exist_ok=True)
    shutil.copytree(HTMX, folder / "static" / "django_htmx", dirs_exist_ok=True)
    for name, context in PAGES.items():
        for theme in ("", "light", "dark"):
            suffix = f"-{theme}" if theme else ""
            (folder / f"{name}{suffix}.html").write_text(page(name, context, theme=theme))


if __name__ == "__main__":
    django.setup()
    write(Path(sys.argv[1]))
