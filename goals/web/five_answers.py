"""The five questions of finance, answered from facts: who approved, how much, why stopped, what is uncertain, is it
complete. On a stopped goal the stop bar answers the third, and who answers closes the strip. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from goals.enums import Phase
from goals.web.facts import Facts
from goals.web.wording import by_when, closed, in_sentence, when
from governance.web import moments
from governance.web.format import amount, counted, money, names, tokens

Answered = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """What was spent and how sure it is. `cap` None: no money cap was signed."""

    tokens: int
    money: Decimal
    budget_tokens: int
    cap: Decimal | None
    over: str
    attempts: int
    doubtful: int
    doubtful_tokens: int
    doubtful_money: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """Who signed what is in force, when, and since when it is not; "" while it is."""

    by: Sequence[str]
    at: datetime | None
    ended: str


def answers(
    facts: Facts, books: Books, signed: Signed, *, viewer_id: int | None = None, why_note: str = ""
) -> list[Answered]:
    """Five answers in the order of the page."""
    found = [_approved(signed), _how_much(books, facts.currency)]
    if not facts.stopped:
        found.append(_why_stopped(facts, why_note))
    found += [_uncertain(facts, books), _complete(facts)]
    if facts.stopped:
        found.append(_who_answers(facts, viewer_id))
    return found


def _one(question: str, answer: str, support: str) -> Answered:
    return {"question": question, "answer": answer, "support": support}


def _approved(signed: Signed) -> Answered:
    if not signed.by or signed.at is None:
        return _one("Who approved?", "Nobody", "no signature is in force")
    count = "one signature" if len(signed.by) == 1 else "two signatures"
    support = signed.ended or f"{count}, {moments.day(signed.at)}"
    return _one("Who approved?", names(signed.by), support)


def _how_much(books: Books, currency: str) -> Answered:
    spent = tokens(books.tokens)
    if books.cap is None:
        answer = f"{spent} of {tokens(books.budget_tokens)} tokens"
        return _one(
            "How much?", answer, books.over or f"{money(books.money, currency=currency)}, no money cap"
        )
    answer = f"{money(books.money, currency=currency)} of {amount(books.cap)}"
    return _one("How much?", answer, books.over or f"{spent} tokens")


def _why_stopped(facts: Facts, why_note: str) -> Answered:
    ask = "Why stopped?"
    if facts.cleared or facts.phase == Phase.PAUSED:
        word = "Closed" if facts.cleared else "Paused"
        by = facts.rest
        if by is None:
            return _one(ask, word, "by a person")
        return _one(ask, f"{word} by {by.by}", by.reason or when(by.at, now=facts.now))
    if facts.phase == Phase.COMPLETE and not facts.accepted:
        return _one(ask, "Completion is claimed", "nothing runs until a person decides")
    if facts.phase == Phase.COMPLETE:
        return _one(ask, "It is complete", "nothing runs any more")
    if facts.lapsed:
        return _one(ask, "No signature is in force", closed(facts.lapsed))
    if not facts.armed and facts.active and facts.live is None:
        why = "no driver is running" if not facts.driver_live else "a named person must resume it"
        return _one(ask, "Disarmed", why)
    return _one(
        ask, "Not stopped", why_note or f"{counted(facts.rounds_started, 'round')} of {facts.max_rounds:,}"
    )


def _uncertain(facts: Facts, books: Books) -> Answered:
    ask = "What is uncertain?"
    if facts.live is not None and facts.live.uncertain:
        held = f"{tokens(facts.live.held_tokens)} tokens held until a person says"
        return _one(ask, facts.live.title, held)
    if books.doubtful:
        what = f"{counted(books.doubtful, 'call')} of {tokens(books.attempts)}"
        cost = money(books.doubtful_money, currency=facts.currency)
        counted_for = f"{tokens(books.doubtful_tokens)} tokens and {cost} counted for them"
        return _one(ask, f"{what} not reported", counted_for)
    return _one(ask, "Nothing", "all usage reported" if books.attempts else "no model was called yet")


def _complete(facts: Facts) -> Answered:
    ask, claim = "Is it complete?", facts.claim
    if claim is not None and claim.status == "accepted":
        return _one(ask, "Yes, accepted", f"by {claim.decided_by} {_on(claim.decided_at, facts)}")
    if claim is not None and claim.status == "claimed":
        return _one(ask, "Claimed", f"by {in_sentence(claim.claimant)}, not yet accepted")
    if claim is not None and claim.status == "rejected":
        return _one(ask, "Claimed and rejected", f"by {claim.decided_by} {_on(claim.decided_at, facts)}")
    used = f"{facts.rounds_started:,} of {facts.max_rounds:,} rounds used"
    return _one(ask, "Not claimed", used if facts.stopped else "no round has said so")


def _on(at: datetime | None, facts: Facts) -> str:
    return when(at, now=facts.now) if at else ""


def _who_answers(facts: Facts, viewer_id: int | None) -> Answered:
    ask, question = "Who answers?", facts.question
    if question is None:
        return _one(
            ask, facts.frozen_by or "Any approver", "lifts the freeze" if facts.frozen_by else "on this page"
        )
    due = by_when(question.due_at, now=facts.now)
    who = "You" if question.asked_id is not None and question.asked_id == viewer_id else question.asked
    return _one(ask, f"{who or 'Nobody is left'}, by {due}", f"{question.ref}; then the next person is asked")
