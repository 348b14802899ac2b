"""Addresses of governance's part of the API, below /api/v1/."""

from __future__ import annotations

from django.urls import path

from governance.web.api import access, freezing, me, meanings, money_places, price_book
from governance.web.api.address import at

urlpatterns = [
    path("access", at(get=access.ShowAccess)),
    path("codes", at(get=meanings.ListCodes)),
    path("me", at(get=me.WhoAmI)),
    path("me/tokens", at(get=me.ListTokens)),
    path("me/tokens/<str:token>/revoke", at(post=me.RevokeToken)),
    path("freezes", at(get=freezing.ListFreezes, post=freezing.PlaceFreeze)),
    path("freezes/<str:freeze>/lift", at(post=freezing.LiftFreeze)),
    path("cost-centres", at(get=money_places.ListCostCentres, post=money_places.OpenCostCentre)),
    path("cost-centres/<str:cost_centre>", at(get=money_places.ShowCostCentre)),
    path("prices", at(get=price_book.ListPrices)),
]
