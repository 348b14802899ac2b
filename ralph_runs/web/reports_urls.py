"""Addresses of the reports about fresh-agent runs."""

from __future__ import annotations

from django.urls import path

from ralph_runs.web.convergence_page import convergence

urlpatterns = [path("reports/convergence/", convergence, name="report-convergence")]
