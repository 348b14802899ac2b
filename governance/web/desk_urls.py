"""Addresses of finance's desk that need no goal: the inbox, the record, freezes."""

from __future__ import annotations

from django.urls import path

from governance.web.audit import page as audit
from governance.web.freezing import views as freezing
from governance.web.inbox.page import inbox

urlpatterns = [
    path("inbox/", inbox, name="inbox"),
    path("audit/", audit.audit, name="audit"),
    path("audit/export.csv", audit.export, {"kind": "csv"}, name="audit-export"),
    path("audit/export.xlsx", audit.export, {"kind": "xlsx"}, name="audit-export-xlsx"),
    path("audit/views/keep/", audit.keep, name="audit-keep"),
    path("audit/views/<int:view>/drop/", audit.drop, name="audit-drop"),
    path("audit/<int:number>/raw/", audit.raw, name="audit-raw"),
    path("freezes/", freezing.listing, name="freezes"),
    path("freezes/place/<str:target>/", freezing.place, name="freeze-place"),
    path("freezes/<int:number>/lift/", freezing.lift, name="freeze-lift"),
]
