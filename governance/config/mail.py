"""How mails leave: by the mail server that is named, or as files below the data folder where none is."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from governance.config.options import Options

TIMEOUT_SECONDS = 8


def mail_settings(options: Options) -> dict[str, Any]:
    """Django settings with the EMAIL_ prefix."""
    server = urlsplit(options.mail_url.get_secret_value())
    if not server.hostname:
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": str(options.data_dir / "mail"),
            "DEFAULT_FROM_EMAIL": options.mail_from,
        }
    encrypted = server.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": server.hostname,
        "EMAIL_PORT": server.port or (465 if encrypted else 25),
        "EMAIL_HOST_USER": unquote(server.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(server.password or ""),
        "EMAIL_USE_SSL": encrypted,
        "EMAIL_USE_TLS": not encrypted and bool(server.username),
        "EMAIL_TIMEOUT": TIMEOUT_SECONDS,
        "DEFAULT_FROM_EMAIL": options.mail_from,
    }
