"""One cost centre: its envelopes, period by period, and the goals it pays for. A door that reads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance import clock, envelopes, open_period
from governance.enums import Role
from governance.envelopes import Figures
from governance.errors import NotFound
from governance.models import Account, CostCentre, Envelope, Freeze
from governance.money import ZERO
from governance.web import moments
from governance.web.books import adding, periods
from governance.web.books.budgets import require_anything
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import money, percent
from governance.web.numbers_in import whole_number
from governance.web.plain_text import shown
from governance.web.viewer import Viewer, viewer_of

GOALS, PERIODS = 50, 24


def centre_of(viewer: Viewer, code: str) -> CostCentre:
    """The cost centre of this code. Raises NotFound."""
    require_anything(viewer)
    frozen = Freeze.objects.filter(cost_centre=OuterRef("pk"), lifted_at=None)
    found = CostCentre.objects.annotate(frozen=Exists(frozen)).filter(code=code[:20]).first()
    if found is None:
        raise NotFound("There is no such cost centre.")
    return found


@require_safe
def cost_centre(request: HttpRequest, code: str) -> HttpResponse:
    """Envelopes and goals of one cost centre."""
    viewer, at = viewer_of(request), clock.now()
    centre = centre_of(viewer, code)
    page = Page(
        name=f"cost-centre-{centre.code}", current="budgets", title=str(centre), state=_state(centre),
        crumbs=[{"text": "Budgets", "href": reverse("budgets")}, {"text": centre.code}],
        actions=_actions(viewer, centre, at), asked=[("Cost centre", centre.code)], drawn_at=at,
        rows=[[_envelopes(centre)], [_goals(request, viewer, centre)]],
        foot_left=f"Drawn {moments.full(at)}. Amounts in {centre.currency}.",
    )  # fmt: skip
    return respond(request, page)


def _state(centre: Any) -> dict[str, str]:
    if centre.suspended:
        return {"glyph": "disarmed", "word": "Suspended.", "text": " No round of its goals is admitted."}
    if centre.frozen:
        return {"glyph": "stopped", "word": "Frozen.", "text": " No round of its goals is admitted."}
    return {"glyph": "settled", "word": "In use.", "text": " Its goals may spend what was signed for them."}


def _actions(viewer: Viewer, centre: CostCentre, at: datetime) -> list[dict[str, Any]]:
    goals = {"text": "Its goals", "href": f"/goals/?cost_centre={centre.code}", "kind": "quiet"}
    if not viewer.has(Role.CONTROLLER):
        return [goals]
    verb = "Restore" if centre.suspended else "Suspend"
    asked = f"{reverse('envelope-ask')}?cost_centre={centre.code}&period={open_period.open_at(at)}"
    return [
        {"text": "Ask for an envelope", "href": asked},
        {"text": verb, "href": reverse(f"cost-centre-{verb.lower()}", args=[centre.code])},
        goals,
    ]


def _envelopes(centre: CostCentre) -> Part:
    rows = list(Envelope.objects.filter(cost_centre=centre).order_by("-period")[:PERIODS])
    known = envelopes.figures_of(rows)
    columns = [
        Column("Period"), Column("Spent", "usd", key="spent"), Column("Encumbered", "usd", key="committed", on="wide"),
        Column("Carried on", "usd", on="full"), Column("Available", "usd", key="available"),
        Column("Envelope", "usd", on="wide"), Column("Used or encumbered", "right", on="wide"),
    ]  # fmt: skip
    return Part(
        heading="Envelopes", note=f"{centre.currency}, the latest period first",
        table=Table(f"Envelopes of {centre}", columns, [_period(one, known[one.pk]) for one in rows],
                    empty="No envelope was ever signed for it: nothing limits it but its goals’ own caps."),
    )  # fmt: skip


def _period(one: Envelope, figures: Figures) -> Row:
    said = [f"closed on {moments.day(one.closed_at)}"] if one.closed_at else []
    if one.brought_money:
        said.append(f"{money(one.brought_money)} brought from before")
    name = Cell(
        periods.long(one.period), href=f"{reverse('budgets')}?period={one.period}", second=", ".join(said)
    )
    used = percent(figures.spent + figures.encumbered + figures.carried, figures.budget)
    return Row(
        [name, figures.spent, figures.encumbered, figures.carried, figures.available, figures.budget, used],
        style="" if one.closed_at else "open",
    )


def _goals(request: HttpRequest, viewer: Viewer, centre: CostCentre) -> Part:
    rows = viewer.sight.accounts().filter(cost_centre=centre).select_related("owner", "envelope")
    before = whole_number(request.GET.get("before"))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: GOALS + 1])
    shown_now, more = found[:GOALS], len(found) > GOALS
    columns = [
        Column("Goal", "id"), Column("Objective"), Column("Tokens spent", "tokens", on="wide"), Column("Spent", "usd"),
        Column("Committed", "usd", on="full"), Column("Budget", "usd", on="wide"),
        Column("Encumbered", "usd", on="full"),
    ]  # fmt: skip
    whole = before is None and not more
    lines = [_goal(one) for one in shown_now]
    said = "" if whole else f"{len(shown_now)} goals, the newest first, without a total of the page."
    table = Table("Goals of the cost centre", columns, adding.totalled(columns, lines, "All goals") if whole else lines,
                  empty="It pays for no goal yet.")  # fmt: skip
    links = {"Older goals": f"?before={shown_now[-1].pk}#goals"} if more else {}
    older = [{"glyph": "open", "text": "Older goals", "links": links}] if more else []
    return Part(heading="Goals", note="what each spent and may still spend", anchor="goals", table=table,
                notes=older, under=said)  # fmt: skip


def _goal(account: Account) -> Row:
    cap = account.budget_money
    return Row(
        [
            Cell(account.ref, href=f"/goals/{account.ref}/"),
            Cell(shown(account.title, limit=160), second=str(account.owner)),
            account.spent_tokens, account.spent_money, account.held_money,
            cap if cap is not None else Cell("no cap"),
            max(ZERO, account.encumbered_money - max(ZERO, account.spent_money - account.charged_money)),
        ]
    )  # fmt: skip
