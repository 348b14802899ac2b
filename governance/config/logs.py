"""Logging: one structured stream to stderr, JSON in production, coloured lines for people."""

from __future__ import annotations

from typing import Any

import structlog

from governance.config.options import Options


def logging_settings(options: Options) -> dict[str, Any]:
    """LOGGING for Django and the matching structlog set-up (applied when called)."""
    as_json = options.log_format == "json" or (options.log_format == "auto" and options.mode == "production")
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info if as_json else structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        "foreign_pre_chain": shared,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": options.log_level},
        "loggers": {
            "django.server": {"handlers": ["stderr"], "level": options.log_level, "propagate": False}
        },
    }
