"""Addresses of the reports that know goals, and of their files."""

from __future__ import annotations

from django.urls import path

from goals.web.reports import cost_and_rounds, forecast_page, spend_page

urlpatterns = [
    path("reports/", cost_and_rounds.cost_and_rounds, name="reports"),
    path("reports/spend/", spend_page.spend_page, name="report-spend"),
    path("reports/forecast/", forecast_page.forecast_page, name="report-forecast"),
]
