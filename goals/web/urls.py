"""Addresses of goals' pages: each room brings its own, this file only joins them."""

from __future__ import annotations

from goals.web.goal_urls import urlpatterns as of_goals

urlpatterns = [*of_goals]
