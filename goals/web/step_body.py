"""What a tool was given or gave back, whole, as plain text that no browser takes for anything else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from goals.models import Body, ToolCall
from goals.web import gathering
from governance.errors import NotFound
from governance.web.viewer import viewer_of

SEALED = "default-src 'none'; sandbox"


@require_safe
def body(
    request: HttpRequest, account: int, execution: int, turn: int, number: int, call: int, side: str
) -> HttpResponse:
    """`side` is "given" or "gave"."""
    goal = gathering.goal_for(viewer_of(request), account)
    found = ToolCall.objects.filter(
        step__turn__execution=execution, step__turn__execution__goal=goal, step__turn__number=turn,
        step__number=number, number=call,
    ).first()  # fmt: skip
    digest = None if found is None else _digest(found, side)
    return plain(Body.objects.filter(pk=digest).first() if digest else None)


def plain(stored: Body | None) -> HttpResponse:
    """A stored text as it is. Raises NotFound where there is none."""
    if stored is None:
        raise NotFound("There is no such text.")
    text = stored.text if stored.text is not None else f"Purged under the rule {stored.purge_rule}."
    answer = HttpResponse(text.encode("utf-8", "backslashreplace"), content_type="text/plain; charset=utf-8")
    answer["Content-Security-Policy"] = SEALED
    answer["Content-Disposition"] = "inline"
    return answer


def _digest(call: ToolCall, side: str) -> str | None:
    return {"given": call.arguments_id, "gave": call.result_id}.get(side)
