"""Addresses of the page about notices."""

from __future__ import annotations

from django.urls import path

from governance.web.notices import views

urlpatterns = [
    path("me/notifications/", views.show, name="notifications"),
    path("me/notifications/add/", views.add, name="channel-add"),
    path("me/notifications/channels/<int:channel>/choose/", views.choose, name="channel-choose"),
    path("me/notifications/channels/<int:channel>/remove/", views.remove, name="channel-remove"),
    path("me/notifications/channels/<int:channel>/test/", views.test, name="channel-test"),
    path("me/notifications/notices/<int:notice>/seen/", views.seen, name="notice-seen"),
]
