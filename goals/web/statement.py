"""The statement of a goal on paper: particulars, outcome, signatures, budget, account, open points, checks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.models import Execution, Goal
from goals.terms import read_terms
from goals.web import (
    cards,
    figures,
    gathering,
    goal_page,
    record,
    round_rows,
    sections,
    standing,
    statement_file,
    statement_lines,
    statement_moves,
    terms_words,
)
from goals.web.facts import Facts
from goals.web.wording import shorter
from governance.models import Event, Refusal
from governance.web import moments
from governance.web.bars import MOST_SPLITS
from governance.web.books.page import export_buttons, file, wanted_file
from governance.web.format import counted, money, tokens
from governance.web.sheets import split
from governance.web.viewer import viewer_of

MOST_REFUSALS = 5


@require_safe
def statement(request: HttpRequest, account: int) -> HttpResponse:
    """One page of paper for most goals, more for long ones."""
    goal = gathering.goal_for(viewer_of(request), account)
    facts = gathering.facts_of(goal)
    spent = round_rows.sum_of(Execution.objects.filter(goal=goal))
    parts = statement_moves.parts(goal, facts, spent=spent)
    lines, book = statement_lines.lines(parts), goal.account
    if wanted := wanted_file(request):
        page = statement_file.page(book.ref, goal.objective, book.currency, lines, at=facts.now)
        return file(page, wanted, drawn_by=str(viewer_of(request).person))
    context = {
        "current": "goals", "goal": goal, "crumbs": goal_page.crumbs(goal, "Statement"), "title": goal.objective,
        "particulars": _particulars(goal, facts), "state": standing.outcome_of(facts), **_signed(goal),
        **_budget(goal, facts), "sheets": split(lines), "open_points": _open_points(goal, facts),
        "checks": _checks(goal, spent, parts), "checks_right": ["Amounts in USD at the prices of the day."],
        "actions": [{"text": "Print", "kind": "filled", "href": "?print=1", "print": True}, *export_buttons(request),
                    {"text": "Goal page", "kind": "quiet", "href": reverse("goal", args=[account])}],
    }  # fmt: skip
    return render(request, "goals/statement.html", context)


def _particulars(goal: Goal, facts: Facts) -> list[dict[str, str]]:
    book = goal.account
    ended = (
        facts.claim.decided_at if facts.claim and facts.accepted else facts.rest.at if facts.rest else None
    )
    return [
        {"label": "Statement of goal", "text": book.ref},
        {"label": "From, to", "text": moments.days(book.created_at, ended or facts.now)},
        {"label": "Drawn", "text": moments.full(facts.now)},
        {"label": "Cost centre", "text": str(book.cost_centre)},
    ]


def _signed(goal: Goal) -> dict[str, Any]:
    signed, standing_terms = goal.account.authorisation, goal.account.terms
    assert signed is not None
    assert standing_terms is not None
    given = cards.signatures_of(signed)
    needed = signed.request.signatures_needed
    terms = terms_words.short(read_terms(standing_terms.text))
    terms.append({"label": "Signatures", "text": f"{len(given)} of {needed}"})
    blocks = [one | {"reason": ""} for one in cards.blocks(signed, given)]
    return {
        "signatures": blocks, "terms": terms, "digest": standing_terms.digest,
        "signed_note": f"terms as signed on {moments.day(given[-1].at)}" if given else "terms",
    }  # fmt: skip


def _budget(goal: Goal, facts: Facts) -> dict[str, Any]:
    rows = list(round_rows.ended_of(goal).order_by("-pk")[: MOST_SPLITS + 1])[::-1]
    budget = figures.figures(goal, rows, whole=len(rows) <= MOST_SPLITS and facts.live is None)
    if facts.ended:
        budget.words["available"] = "Released at close"
    return {"budget": budget}


def _open_points(goal: Goal, facts: Facts) -> list[dict[str, str]]:
    points = [{"label": "Uncertain", "text": _uncertain(goal, facts)}]
    points.append({"label": "Refused or overridden", "text": _refused(goal)})
    for question in facts.questions[:3]:
        about = "how it goes on" if question.stops else shorter(question.sentence, limit=140)
        due = f"due {moments.full(question.due_at)}"
        text = f"{question.ref}, of {question.asked or 'nobody'}, {due}: {about}"
        points.append({"label": "Asked", "text": text})
    return [*points, *sections.of(goal.strategy).open_points(goal)]


def _uncertain(goal: Goal, facts: Facts) -> str:
    totals = gathering.totals_of(goal)
    if facts.live is not None and facts.live.uncertain:
        return f"{facts.live.title} lost a call’s answer; {tokens(facts.live.held_tokens)} tokens are held for it."
    if not totals.attempts:
        return "None. No model was called."
    if not totals.doubtful_attempts:
        return f"None. The provider reported usage for all {counted(totals.attempts, 'call')}."
    cost = money(totals.doubtful_money, currency=goal.account.currency)
    doubtful = counted(totals.doubtful_attempts, "call")
    counted_for = f"{tokens(totals.doubtful_tokens)} tokens and {cost} counted"
    return f"{doubtful} of {tokens(totals.attempts)} without the provider’s figures; {counted_for}."


def _refused(goal: Goal) -> str:
    rows = Refusal.objects.filter(account=goal.account_id).order_by("-last_at")
    found = list(rows.select_related("event")[: MOST_REFUSALS + 1])
    if not found:
        return "None."
    said = [
        f"{moments.short_day(one.first_at)}, {moments.clock(one.first_at)}: {_words(one.event)}{_times(one)}"
        for one in found
    ]
    more = " And more; the record has them all." if len(found) > MOST_REFUSALS else ""
    return "\n".join(said[:MOST_REFUSALS]) + more


def _date(one: Refusal) -> str:
    return f"{moments.short_day(one.first_at)}, {moments.clock(one.first_at)}"


def _words(event: Event) -> str:
    return event.sentence.removesuffix(" No money moved, no round number used.").removesuffix(
        " No money moved."
    )


def _times(one: Refusal) -> str:
    return f" ({one.count:,} times)" if one.count > 1 else ""


def _checks(goal: Goal, spent: Any, parts: statement_lines.Parts) -> list[dict[str, Any]]:
    book, totals = goal.account, gathering.totals_of(goal)
    same = (
        (spent.tokens, spent.money) == (totals.tokens, totals.money) == (book.spent_tokens, book.spent_money)
    )
    both = f"{tokens(book.spent_tokens)} tokens, {money(book.spent_money, currency=book.currency)}"
    agree = f"Rounds, turns, steps and ledger agree: {both}."
    if not same:
        agree = f"Rounds say {tokens(spent.tokens)} tokens and {money(spent.money)}, the ledger {both}."
    zero = statement_lines.comes_to_zero(parts)
    agree += " The account comes to zero." if zero else " The account does not come to zero."
    return [{"agrees": same and zero, "text": agree}, _chain(goal)]


def _chain(goal: Goal) -> dict[str, Any]:
    book = goal.account
    shown = list(Event.objects.filter(stream=book.stream_name).order_by("-seq")[: record.PAGE])
    agrees = all(record.holds(event) for event in shown) and bool(shown) and shown[0].hash == book.stream_head
    entries = counted(book.stream_seq, "entry", "entries")
    checked = "" if len(shown) == book.stream_seq else f", the last {len(shown)} checked"
    word = "Chain whole" if agrees else "Chain broken: the record must be verified"
    return {"agrees": agrees, "text": f"{word}, {entries}{checked}, last", "digest": book.stream_head}
