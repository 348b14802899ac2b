"""Addresses of the pages about people."""

from __future__ import annotations

from django.urls import path

from governance.web.people import access, leaving, person, standing_in

urlpatterns = [
    path("people/", access.access, name="access"),
    path("people/<int:number>/", person.show, name="person"),
    path("people/<int:number>/deactivate/", leaving.deactivate, name="person-deactivate"),
    path("people/grants/<int:number>/end/", leaving.end_grant, name="grant-end"),
    path("me/standing-in/", standing_in.show, name="standing-in"),
    path("me/standing-in/delegate/", standing_in.delegate, name="delegate"),
    path("me/standing-in/<int:number>/end/", standing_in.end, name="delegation-end"),
    path("me/standing-in/away/", standing_in.away, name="away"),
    path("me/standing-in/back/", standing_in.back, name="back"),
]
