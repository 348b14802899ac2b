"""Everything a question's page shows, read in a constant number of queries. Changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goals.models import Execution, Goal
from goals.terms import read_terms
from goals.web import cards, figures, five_answers, gathering, round_rows
from goals.web.escalations import answering, causes, evidence, offers
from goals.web.facts import Facts
from governance import clock
from governance.authorisations import page_digest
from governance.enums import EscalationStatus, RequestKind, RequestStatus, Role
from governance.errors import NotFound
from governance.models import Escalation, Request
from governance.web import moments
from governance.web.bars import MOST_SPLITS
from governance.web.budget import RoundSpend
from governance.web.format import amount, money, rounding_line, tokens
from governance.web.viewer import Viewer

_ROW = ("account", "account__authorisation__request", "assigned_to", "answered_by", "earlier__answered_by")


def question_for(viewer: Viewer, number: int) -> Escalation:
    """The question. Raises NotFound for what the viewer may not see."""
    rows = Escalation.objects.select_related(*_ROW).filter(pk=number)
    if not viewer.sight.everything:
        rows = rows.filter(pk__in=viewer.sight.escalations().values("pk"))
    found = rows.first()
    if found is None:
        raise NotFound("There is no such question, or it is not yours to see.")
    return found


def context(viewer: Viewer, question: Escalation, typed: dict[str, str] | None = None) -> dict[str, Any]:
    """Context of the page. `typed` is what a refused answer said, with `error` and `error_field`."""
    goal = gathering.goal_for(viewer, question.account_id)
    question.account = goal.account
    known, now = gathering.facts_of(goal), clock.now()
    right = answering.right_of(viewer, question, now)
    rounds = list(round_rows.ended_of(goal).order_by("-pk")[: MOST_SPLITS + 1])[::-1]
    called = causes.of(question.cause)
    return {
        "current": "inbox", "question": question, "goal": goal, "crumbs": _crumbs(goal, question),
        "title": goal.objective, "called": called, "stop": _stop(question, goal), "stops": question.stops,
        "actions": _actions(goal), "answers": _five(viewer, question, goal, known),
        "evidence": evidence.of(question, goal), "earlier": _earlier(question),
        "form": _form(viewer, question, goal, right, typed or {}), "ended": _ended(question),
        "again": question.status == EscalationStatus.EXPIRED and viewer.has(*(set(Role) - {Role.AUDITOR})),
        **_budget(goal, rounds, known),
        "foot_left": f"{question.ref}, opened {moments.full(question.opened_at)}. {goal.account.ref}, "
        f"revision {goal.revision}.",
    }  # fmt: skip


def _budget(goal: Goal, rounds: list[Execution], known: Facts) -> dict[str, Any]:
    """The budget by round, what is not settled yet included, with the line that makes displayed lines add up."""
    found = figures.figures(goal, rounds, whole=len(rounds) <= MOST_SPLITS)
    if known.live is not None and known.live.tokens and len(rounds) <= MOST_SPLITS:
        live = RoundSpend(
            str(known.live.number or ""), known.live.tokens, known.live.money, note="not settled"
        )
        found = replace(found, rounds=(*found.rounds, live))
    carried = rounding_line((one.usd for one in found.rounds), found.usd_spent) if found.rounds else None
    return {"budget": found, "rounding": carried or None}


def _crumbs(goal: Goal, question: Escalation) -> list[dict[str, str]]:
    ref = goal.account.ref
    return [
        {"text": "Inbox", "href": "/inbox/"}, {"text": "Questions", "href": "/escalations/"},
        {"text": ref, "href": f"/goals/{ref}/"}, {"text": f"Escalation {question.ref}"},
    ]  # fmt: skip


def _actions(goal: Goal) -> list[dict[str, str]]:
    ref = goal.account.ref
    return [{"text": "Goal page", "href": f"/goals/{ref}/", "kind": "quiet"},
            {"text": "Print", "href": f"/goals/{ref}/statement/", "kind": "quiet"}]  # fmt: skip


def _stop(question: Escalation, goal: Goal) -> str:
    """The sentence in the bar; a stop says after which round unless it says so itself."""
    sentence = question.sentence
    if not question.stops or sentence.startswith(("Stopped", "Round", "The round")):
        return sentence
    where = f"Stopped after round {goal.rounds_started}" if goal.rounds_started else "Stopped before round 1"
    return f"{where}. {sentence}"


def _five(viewer: Viewer, question: Escalation, goal: Goal, known: Facts) -> list[dict[str, str]]:
    signed = goal.account.authorisation
    assert signed is not None
    given = cards.signatures_of(signed)
    found = five_answers.answers(
        known,
        figures.books(goal),
        cards.signed_of(signed, given, lapsed=known.lapsed),
        viewer_id=viewer.person.pk,
    )
    kept = [one for one in found if one["question"] not in ("Who answers?", "Why stopped?")]
    return [*kept, answering.who_answers(viewer, question, known.now)]


def _earlier(question: Escalation) -> dict[str, str] | None:
    one = question.earlier
    if one is None:
        return None
    if one.answered_by is None:
        return {"text": f"Nobody answered {one.ref}, which asked the same.", "ref": one.ref}
    return {
        "text": f"{one.answered_by} answered {one.ref}, which asked the same: “{one.reason}”",
        "ref": one.ref,
    }


def _ended(question: Escalation) -> dict[str, Any] | None:
    """What became of a question that is no longer open."""
    if question.status == EscalationStatus.OPEN:
        return None
    if question.status == EscalationStatus.ANSWERED and question.answered_at is not None:
        answer, at = question.answer.replace("-", " "), moments.full(question.answered_at)
        said = f"{question.answered_by} answered “{answer}” on {at}."
        return {"glyph": "settled", "text": said, "reason": question.reason}
    if question.status == EscalationStatus.EXPIRED:
        return {
            "glyph": "expired",
            "text": "Expired, nobody answered. Silence approved nothing; the goal stays as it was.",
            "reason": "",
        }
    return {
        "glyph": "open",
        "text": "The goal has moved on, so nobody needs to answer this any more.",
        "reason": "",
    }


def _form(
    viewer: Viewer, question: Escalation, goal: Goal, right: answering.Right, typed: dict[str, str]
) -> dict[str, Any] | None:
    if question.status != EscalationStatus.OPEN:
        return None
    change = _pending_change(goal)
    options = [
        one for one in offers.offered(question, goal, change=change) if one["value"] not in right.barred
    ]
    only = options[0]["value"] if len(options) == 1 else ""
    of_reason = typed.get("error_field") == "reason"
    return {
        "may": right.may, "why": right.why, "options": options, "chosen": typed.get("answer", only),
        "action": f"/escalations/{question.ref}/answer/", "reason": typed.get("reason", ""),
        "hidden": {"on_behalf_of": str(right.on_behalf_of.pk)} if right.on_behalf_of else {},
        "error": "" if of_reason else typed.get("error", ""),
        "reason_error": typed.get("error", "") if of_reason else "",
        "recorded": f"{_recorded(viewer, goal, right)} {right.why}".strip(),
        "raise": _raise_fields(goal, typed) if any(one["value"] == "raise" for one in options) else None,
        "settle": _settle_fields(question, typed) if question.cause == "uncertain" else None,
        "change": _change_fields(change) if change else None,
    }  # fmt: skip


def _recorded(viewer: Viewer, goal: Goal, right: answering.Right) -> str:
    role = viewer.person.title or viewer.role_words
    stands = f" on behalf of {right.on_behalf_of}" if right.on_behalf_of else ""
    own = viewer.person.pk == goal.account.owner_id
    return f"Recorded as {viewer.person}, {role}{stands}.{'' if own else ' You did not ask for this goal.'}"


def _change_fields(change: Request) -> dict[str, Any]:
    return {
        "request": change.pk,
        "revision": change.revision,
        "page_digest": page_digest(change),
        "ref": change.ref,
    }


def _pending_change(goal: Goal) -> Request | None:
    rows = Request.objects.filter(
        account=goal.account_id, kind=RequestKind.TERMS, status=RequestStatus.PENDING
    )
    return rows.select_related("requester").order_by("-pk").first()


def _raise_fields(goal: Goal, typed: dict[str, str]) -> dict[str, Any]:
    account = goal.account
    assert account.terms is not None
    terms = read_terms(account.terms.text)
    fields = [_field("budget_tokens", "Token budget, new total", tokens(terms.budget_tokens), typed)]
    if terms.budget_money is not None:
        fields.append(
            _field(
                "budget_money", f"Money cap, {account.currency}, new total", amount(terms.budget_money), typed
            )
        )
    fields.append(_field("max_rounds", "Rounds, new total", tokens(terms.max_rounds), typed))
    return {"fields": fields, "base_digest": account.terms.digest}


def _settle_fields(question: Escalation, typed: dict[str, str]) -> dict[str, Any]:
    account = question.account
    most = f"from 0 to {tokens(account.held_tokens)}"
    paid = f"from 0 to {money(account.held_money, currency=account.currency)}; empty for the same share"
    return {"fields": [_field("tokens", "Tokens to post", "", typed, help=most),
                       _field("money", f"{account.currency} to post", "", typed, help=paid)]}  # fmt: skip


def _field(name: str, label: str, value: str, typed: dict[str, str], **more: str) -> dict[str, Any]:
    wrong = typed.get("error", "") if typed.get("error_field") == name else ""
    return {
        "name": name,
        "label": label,
        "value": typed.get(name, value),
        "inputmode": "decimal",
        "error": wrong,
        **more,
    }
