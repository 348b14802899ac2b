"""Addresses of the books: budgets, cost centres, prices."""

from __future__ import annotations

from django.urls import path

from governance.web.books import acts, budgets, cost_centre, opening, price_asking, price_pages

urlpatterns = [
    path("budgets/", budgets.budgets, name="budgets"),
    path("budgets/ask/", acts.ask, name="envelope-ask"),
    path("budgets/open/", opening.open_one, name="cost-centre-open"),
    path("budgets/periods/<str:period>/close/", acts.close, name="period-close"),
    path("budgets/cost-centres/<str:code>/", cost_centre.cost_centre, name="cost-centre"),
    path("budgets/cost-centres/<str:code>/suspend/", acts.suspend, name="cost-centre-suspend"),
    path("budgets/cost-centres/<str:code>/restore/", acts.restore, name="cost-centre-restore"),
    path("prices/", price_pages.price_book, name="prices"),
    path("prices/ask/", price_asking.ask, name="price-ask"),
]
