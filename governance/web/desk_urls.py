"""Addresses of finance's desk that need no goal: the inbox, the record, freezes."""

from __future__ import annotations

from django.urls import path

from governance.web.inbox.page import inbox

urlpatterns = [path("inbox/", inbox, name="inbox")]
