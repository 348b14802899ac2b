"""Names the app for Django."""

from django.apps import AppConfig


class GoalsConfig(AppConfig):
    name = "goals"
    label = "goals"
    verbose_name = "Goals"
