"""Addresses of governance's pages."""

from __future__ import annotations

from django.urls import path

from governance.web.theme import choose_theme

urlpatterns = [path("theme/", choose_theme, name="theme")]
