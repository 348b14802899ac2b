"""The product's addresses and the empty POST."""

from __future__ import annotations

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.config.urls import urlpatterns as product


class Empty(APIView):
    """Reads a body, knows who asks, answers nothing."""

    def post(self, request: Request) -> Response:
        return Response({"read": len(request.data)})


urlpatterns = [path("empty", Empty.as_view()), *product]
