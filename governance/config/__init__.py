"""Settings, URLs and processes. Names the apps by string only; loads Celery so that tasks bind to it."""

from governance.config.celery import app as celery_app

__all__ = ["celery_app"]
