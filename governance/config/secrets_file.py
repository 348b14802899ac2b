"""The signing key of an installation that was given none: made once, kept in the data folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from governance.config.options import Options

KEY_BYTES = 48


def secret_key(options: Options) -> str:
    """The given key, or the one in the data folder, made on first use and readable by its owner only."""
    given = options.secret_key.get_secret_value()
    return given or _kept(options.data_dir / "secret_key")


def _kept(path: Path) -> str:
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(KEY_BYTES))
        # link, not rename: of several processes that start together, the first one's key stays.
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
