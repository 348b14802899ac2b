"""Is this process able to answer from its database? For load balancers; shows nothing else."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 {"status": "ok"} or 503 {"status": "database-unavailable"}."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "database-unavailable"}, status=503)
    return JsonResponse({"status": "ok"})
