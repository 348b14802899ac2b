"""The map of addresses: each app brings its own `web/urls.py`; this file only mounts them."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from governance.config.health import health

MOUNTS = [
    ("api/v1/", "governance.web.api_urls"),
    ("api/v1/", "goals.web.api_urls"),
    ("api/v1/", "ralph_runs.web.api_urls"),
    ("", "governance.web.urls"),
    ("", "governance.web.notices.urls"),
    ("", "governance.web.people.urls"),
    ("", "governance.web.desk_urls"),
    ("", "goals.web.desk_urls"),
    ("", "governance.web.books_urls"),
    ("", "goals.web.reports_urls"),
    ("", "ralph_runs.web.reports_urls"),
    ("", "goals.web.urls"),
    ("", "ralph_runs.web.urls"),
]


urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health, name="health"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    *(path(prefix, include(module)) for prefix, module in MOUNTS),
]
