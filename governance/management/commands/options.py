"""`manage.py options`: every setting with its value and what it takes; of a secret, that it is set."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from governance.config.options import SECRET_FIELDS, Options
from governance.config.refusals import variable


class Command(BaseCommand):
    help = "List every setting with its value, its meaning and what it accepts."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for name, field in Options.model_fields.items():
            extra = field.json_schema_extra
            accepts = extra["accepts"] if isinstance(extra, dict) else ""
            self.stdout.write(f"{variable(name)}={_shown(name)}\n    {field.description}; takes {accepts}")


def _shown(name: str) -> str:
    value = getattr(settings.COUNTERSIGN, name)
    if name in SECRET_FIELDS:
        secret = value if isinstance(value, str) else value.get_secret_value()
        return "(set)" if secret else ""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, tuple) else str(value)
