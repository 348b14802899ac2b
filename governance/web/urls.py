"""Addresses of governance's pages."""

from __future__ import annotations

from django.urls import path

from governance.web.logging_in import demo_log_in, log_in, log_out
from governance.web.shell import home
from governance.web.theme import choose_theme

urlpatterns = [
    path("", home, name="home"),
    path("login/", log_in, name="login"),
    path("logout/", log_out, name="logout"),
    path("demo/login/", demo_log_in, name="demo-login"),
    path("theme/", choose_theme, name="theme"),
]
