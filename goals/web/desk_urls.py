"""Addresses of finance's desk that know goals: requests, decisions, questions, the re-arm page."""

from __future__ import annotations

from django.urls import path

import governance.web.refs  # noqa: F401  makes <request:…> and its like known to `path`
from goals.web.decide import views as decide
from goals.web.escalations import views as questions
from goals.web.rearm.views import rearm
from goals.web.requests import asking, controlling, listing

urlpatterns = [
    path("requests/", listing.listing, name="requests"),
    path("requests/new/", asking.new, name="request-new"),
    path("requests/check/", asking.check, name="request-check"),
    path("requests/new/role/", controlling.role, name="request-role"),
    path("requests/new/policy/", controlling.approval_policy, name="request-policy"),
    path("requests/<request:asked>/", decide.show, name="request"),
    path("requests/<request:asked>/change/", asking.change, name="request-change"),
    path("requests/<request:asked>/decide/", decide.decide, name="request-decide"),
    path("requests/<request:asked>/withdraw/", decide.withdraw, name="request-withdraw"),
    path("escalations/", questions.listing, name="escalations"),
    path("escalations/<escalation:number>/", questions.show, name="escalation"),
    path("escalations/<escalation:number>/answer/", questions.answer, name="escalation-answer"),
    path("escalations/<escalation:number>/ask-again/", questions.ask_again, name="escalation-again"),
    path("goals/rearm/", rearm, name="rearm"),
]
