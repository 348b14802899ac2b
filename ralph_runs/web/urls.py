"""Addresses of the pages of runs."""

from __future__ import annotations

from django.urls import path

from governance.web import refs
from ralph_runs.web import run_page

urlpatterns = [path(f"goals/<{refs.GOAL}:account>/runs/<int:number>/", run_page.show, name="goal-run")]
