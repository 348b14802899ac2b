"""Addresses of the Ralph runs' part of the API, below /api/v1/."""

from __future__ import annotations

from django.urls import path

from governance.web.api.address import at
from ralph_runs.web.api import runs

urlpatterns = [
    path("goals/<str:goal>/runs", at(get=runs.ListRuns)),
    path("goals/<str:goal>/reports", at(get=runs.ListReports)),
    path("goals/<str:goal>/decisions", at(get=runs.ListDecisions)),
]
