"""Names the app for Django."""

from django.apps import AppConfig


class RalphRunsConfig(AppConfig):
    name = "ralph_runs"
    label = "ralph_runs"
    verbose_name = "Ralph runs"
    written_once = ("ralph_runs_decision",)
