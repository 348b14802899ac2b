"""Finding and locking a request in the order of the house: what its effect needs first, then the request."""

from __future__ import annotations

from governance.authorisations import kinds
from governance.errors import NotFound
from governance.models import Request
from governance.transactions import require_transaction


def lock(request_id: int) -> Request:
    """The request, locked with everything that deciding on it may change. Raises NotFound."""
    require_transaction()
    seen = Request.objects.filter(pk=request_id).first()
    if seen is None:
        raise NotFound("There is no such request.", field="request")
    kinds.of(seen.kind).lock(seen)
    return (
        Request.objects.select_for_update(no_key=True, of=("self",))
        .select_related("requester")
        .get(pk=request_id)
    )
