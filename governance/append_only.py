"""Rows that are written once. The third wall, after the trigger and the admin: the model itself."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

from governance.errors import AppendOnlyViolation


class AppendOnlyQuerySet(models.QuerySet):
    """Reads and inserts only."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyViolation(self.model.__name__, "updated")

    def delete(self) -> NoReturn:
        raise AppendOnlyViolation(self.model.__name__, "deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyViolation(self.model.__name__, "updated")


class AppendOnly(models.Model):
    """Base of every table whose rows may be inserted and never changed."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyViolation(type(self).__name__, "updated")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyViolation(type(self).__name__, "deleted")
