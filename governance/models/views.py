"""What somebody wants to look at again: their own, and no part of the record."""

from __future__ import annotations

from django.db import models

from governance.models.people import Person


class SavedView(models.Model):
    """Filters of one table of the administration site, under a name, for one person."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="saved_views")
    table = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1_200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "table", "name"], name="saved_view_name_per_table")
        ]
