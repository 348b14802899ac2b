"""The signing key of an installation that was given none: made once, kept in the data folder."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from tempfile import NamedTemporaryFile

from governance.config.options import Options

KEY_BYTES = 48


def secret_key(options: Options) -> str:
    """The given key, or the one in the data folder, made on first use and readable by its owner only."""
    given = options.secret_key.get_secret_value()
    return given or _kept(options.data_dir / "secret_key")


def _kept(path: Path) -> str:
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the owner can read it; link, not rename: of several that start together the first one's stays.
        with NamedTemporaryFile("w", dir=path.parent) as draft, contextlib.suppress(FileExistsError):
            draft.write(secrets.token_urlsafe(KEY_BYTES))
            draft.flush()
            os.link(draft.name, path)
    return path.read_text()
