"""Addresses of the reports that know goals, and of their files."""

from __future__ import annotations

from django.urls import path

from goals.web.reports import (
    correction_page,
    cost_and_rounds,
    duties_page,
    files,
    forecast_page,
    month_end,
    reconciliation_page,
    refusals_page,
    spend_page,
)

urlpatterns = [
    path("reports/", cost_and_rounds.cost_and_rounds, name="reports"),
    path("reports/spend/", spend_page.spend_page, name="report-spend"),
    path("reports/forecast/", forecast_page.forecast_page, name="report-forecast"),
    path("reports/refusals/", refusals_page.refusals_page, name="report-refusals"),
    path("reports/duties/", duties_page.duties_page, name="report-duties"),
    path("reports/reconciliation/", reconciliation_page.reconciliation, name="reconciliation"),
    path("reports/month-end/", month_end.month_end, name="month-end"),
    path("reports/focus.csv", files.focus_csv, name="focus-csv"),
    path("reports/trail.jsonl", files.trail_jsonl, name="trail-jsonl"),
    path("reports/corrections/ask/", correction_page.ask, name="correction-ask"),
]
