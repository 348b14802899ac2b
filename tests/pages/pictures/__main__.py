"""`python -m tests.pages.pictures [NAME …]`: pictures of every page, or of these, into docs/pictures/."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tests.pages.pictures.world import NOW, start_django, world


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these pages")
    parser.add_argument("--to", type=Path, default=Path(__file__).parents[3] / "docs" / "pictures")
    parser.add_argument("--widths", type=int, nargs="*")
    parser.add_argument("--lights", nargs="*")
    parser.add_argument("--keep", type=Path, help="a folder for the books, used again if they are there")
    parser.add_argument("--paper", action="store_true", help="PDF of what is printed, too")
    given = parser.parse_args()
    random.seed(4)
    with world(given.keep):
        start_django()
        from tests.pages.pictures.showing import show  # noqa: PLC0415 - Django is set up inside a world

        return show(NOW, given)


if __name__ == "__main__":
    sys.exit(main())
