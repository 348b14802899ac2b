"""How Celery is set up: messages are hints, so losing or doubling one must cost nothing.

Decides the transport and the worker's limits. Never a source of truth: there is no result backend.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from governance.config.options import Options

FILESYSTEM = "filesystem://"
SOCKET_SECONDS = 10
HARD_LIMIT_MARGIN_SECONDS = 60
VISIBILITY_MARGIN_SECONDS = 300


def embedded_address_file(data_dir: Path) -> Path:
    """Where a running embedded Valkey leaves its address for processes started by hand."""
    return data_dir / "valkey" / "address"


def broker_url(options: Options) -> str:
    """REDIS_URL if given, else the running embedded server, else messages in files."""
    address = embedded_address_file(options.data_dir)
    if options.redis_url:
        return options.redis_url
    return address.read_text().strip() if address.is_file() else FILESYSTEM


def celery_settings(options: Options) -> dict[str, Any]:
    """Django settings with the CELERY_ prefix."""
    url = broker_url(options)
    hard_limit_seconds = options.round_wall_clock_seconds + HARD_LIMIT_MARGIN_SECONDS
    visibility_seconds = hard_limit_seconds + VISIBILITY_MARGIN_SECONDS
    return {
        "CELERY_BROKER_URL": url,
        "CELERY_BROKER_TRANSPORT_OPTIONS": _transport(options, url, visibility_seconds),
        "CELERY_VISIBILITY_TIMEOUT": visibility_seconds,
        "CELERY_RESULT_BACKEND": None,
        "CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS": {"visibility_timeout": visibility_seconds},
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_BROKER_CONNECTION_MAX_RETRIES": None,
        "CELERY_BROKER_CONNECTION_TIMEOUT": SOCKET_SECONDS,
        "CELERY_TASK_DEFAULT_QUEUE": "countersign",
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
        "CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT": True,
        "CELERY_TASK_SERIALIZER": "json",
        "CELERY_RESULT_SERIALIZER": "json",
        "CELERY_ACCEPT_CONTENT": ["json"],
        "CELERY_TASK_TIME_LIMIT": hard_limit_seconds,
        "CELERY_TASK_SOFT_TIME_LIMIT": hard_limit_seconds - HARD_LIMIT_MARGIN_SECONDS // 2,
        "CELERY_TASK_PUBLISH_RETRY_POLICY": {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5},
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_CONCURRENCY": options.worker_processes,
        "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        "CELERY_WORKER_SEND_TASK_EVENTS": False,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
        "CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT": options.shutdown_seconds,
        # Celery would close the connection pool twice per task; `celery.py` gives connections back instead.
        "CELERY_DB_REUSE_MAX": 2**31,
        "CELERY_TIMEZONE": "UTC",
    }


def _transport(options: Options, url: str, visibility_seconds: int) -> dict[str, Any]:
    if url != FILESYSTEM:
        return {
            "visibility_timeout": visibility_seconds,
            "socket_timeout": SOCKET_SECONDS,
            "socket_connect_timeout": SOCKET_SECONDS,
            "socket_keepalive": True,
            "health_check_interval": SOCKET_SECONDS,
        }
    folder = options.data_dir / "messages"
    for name in ("queue", "control"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.02,
    }
