"""What happens next with a goal and who can act on it: facts in, at most four sentences out. Pure.

In order of time: what runs and until when, what waits behind it, what follows by itself, what would stop it.
"""

from __future__ import annotations

from collections.abc import Sequence

from goals.enums import Phase
from goals.gate.answer import BLOCKING, DISARMING
from goals.web.facts import Facts, Live, Question
from goals.web.wording import any_of, by_when, closed, ordinal_step
from governance.web import moments
from governance.web.format import counted, kept, money, names, tokens

Note = dict[str, str]
MOST = 4


def lines(facts: Facts, *, extra: Sequence[Note] = ()) -> list[Note]:
    """Notes for the page; `extra` is what the goal's strategy knows about the way ahead."""
    if facts.ended and facts.live is None:
        return [_note("complete" if facts.accepted else "refused", _nothing_more(facts))]
    found = [*_live(facts), *_waiting(facts), *_following(facts), *extra, *_ends(facts)]
    return found[:MOST]


def pairs(facts: Facts) -> list[dict[str, str]]:
    """Who can act, by what there is to do."""
    who, found = facts.who, []
    if facts.ended:
        return []
    if facts.active or facts.live is not None:
        found.append(_pair("Who can pause or stop it", _stoppers(facts)))
    if facts.phase == Phase.PAUSED or (facts.active and not facts.armed):
        found.append(_pair("Who can resume it", any_of(who.resume)))
    if facts.question is not None:
        found.append(_pair("Who answers", _answerer(facts.question, facts)))
    found.append(_pair("Who can raise it", _raisers(facts)))
    return found


def _note(glyph: str, text: str, *, strong: str = "") -> Note:
    return {"glyph": glyph, "strong": strong, "text": text}


def _pair(label: str, text: str) -> dict[str, str]:
    return {"label": label, "text": text}


def _stoppers(facts: Facts) -> str:
    named = [
        facts.who.owner,
        *(f"{name} (operator)" for name in facts.who.operators if name != facts.who.owner),
    ]
    return any_of(named)


def _answerer(question: Question, facts: Facts) -> str:
    asked = question.asked or "nobody is left to ask; a controller must find somebody"
    return f"{asked}, by {by_when(question.due_at, now=facts.now)} ({question.ref})"


def _raisers(facts: Facts) -> str:
    approvers = facts.who.approvers
    if not approvers:
        return "nobody at this amount: a controller must find an approver"
    if facts.who.signatures > 1:
        return f"two of {names(approvers)} together, on request" if len(approvers) > 2 else (
            f"{names(approvers)} together, on request"
        )  # fmt: skip
    return f"{any_of(approvers)}, on request"


def _live(facts: Facts) -> list[Note]:
    live = facts.live
    if live is None:
        return []
    if live.uncertain:
        return [_note("uncertain", _uncertain(live, facts))]
    used = f"It has used {tokens(live.tokens)} of the {tokens(live.held_tokens)} tokens held for it"
    end = f"and ends by {moments.clock(live.deadline)} at the latest."
    where = f"is in {ordinal_step(live.step)}" if live.step else "is about to take its first step"
    return [_note("running", f"{live.title} {where}. {used} {end}")]


def _uncertain(live: Live, facts: Facts) -> str:
    question = next((one for one in facts.questions if one.cause == "uncertain"), None)
    who = f"{question.asked or 'A controller'} says ({question.ref})" if question else "A person says"
    held = f"{tokens(live.held_tokens)} tokens"
    if facts.available_money is not None:
        held += f" and {money(live.held_money, currency=facts.currency)}"
    return f"{live.title} lost its worker during a model call. {who} what to post; until then {held} stay committed."


def _waiting(facts: Facts) -> list[Note]:
    if not facts.waiting:
        return []
    what = "The message" if len(facts.waiting) == 1 else f"{len(facts.waiting)} messages"
    goes = "goes" if len(facts.waiting) == 1 else "go"
    behind = f" when {facts.live.name} has ended" if facts.live else ""
    return [
        _note(
            "open",
            f"{what} of {names(dict.fromkeys(facts.waiting))} {goes} first{behind}, then the next round.",
        )
    ]


def _following(facts: Facts) -> list[Note]:
    if facts.phase == Phase.BLOCKED:
        return _after_a_stop(facts)
    if facts.phase == Phase.COMPLETE:
        return _after_a_claim(facts)
    if facts.phase == Phase.PAUSED:
        return [
            _note(
                "paused",
                f"No round starts until {any_of(facts.who.resume)} resumes it. Pausing moved no money.",
            )
        ]
    if facts.frozen_by:
        return [
            _note(
                "stopped",
                f"No round starts until a named person lifts the freeze: {closed(facts.frozen_reason)}",
            )
        ]
    if not facts.armed:
        return [_note("disarmed", _disarmed(facts))]
    return [_next_round(facts)]


def _disarmed(facts: Facts) -> str:
    if not facts.driver_live:
        return "No round starts: no driver is running. When one runs, a named person resumes the goal."
    return f"No round starts by itself until {any_of(facts.who.resume)} resumes it."


def _next_round(facts: Facts) -> Note:
    after, nth = facts.after, facts.rounds_started + 1
    if facts.untaken_since is not None and not facts.live:
        since = moments.clock(facts.untaken_since)
        return _note("uncertain", f"What comes next was handed out at {since} and no worker has taken it. Whoever runs "
                     "the service starts a worker; nothing is spent meanwhile.")  # fmt: skip
    then = "Then " if facts.live or facts.waiting else ""
    if after.admitted:
        subject = f"{then}{kept('round' if then else 'Round', nth)} may start by itself"
        return _note("open", f"{subject}: {_left(facts)}.")
    what = f"{then}{kept('round' if then else 'Round', nth)} will not start: {closed(after.sentence)}"
    if after.code in BLOCKING:
        return _note("stopped", f"{what} The goal then stops and asks a person.")
    if after.code in DISARMING:
        return _note("disarmed", f"{what} The goal is then disarmed and a person is asked.")
    return _note("open", what)


def _left(facts: Facts) -> str:
    left = facts.max_rounds - facts.rounds_started
    rounds = f"{counted(left, 'round')} {'is' if left == 1 else 'are'} left"
    available = f"{tokens(facts.available_tokens)} tokens"
    if facts.available_money is not None:
        available = f"{money(facts.available_money, currency=facts.currency)} and {available}"
    least, be = ("at least ", "will be") if facts.live else ("", "are")
    return f"{rounds}, and {least}{available} {be} available"


def _after_a_stop(facts: Facts) -> list[Note]:
    question = facts.question
    if question is None:
        return [_note("stopped", f"Nothing runs until {any_of(facts.who.resume)} resumes it or closes it.")]
    due = by_when(question.due_at, now=facts.now)
    asked = question.asked or "Nobody is left to ask; a controller"
    return [
        _note("waits", f"{asked} answers {question.ref} by {due}; after that the next person is asked."),
        _note(
            "stopped", "Nothing runs and nothing is spent until a person answers. Silence approves nothing."
        ),
    ]


def _after_a_claim(facts: Facts) -> list[Note]:
    question = next((one for one in facts.questions if one.cause == "completion-claimed"), None)
    if question is None:
        return [_note("claimed", "A named person accepts or rejects the claim. Nothing runs meanwhile.")]
    due = by_when(question.due_at, now=facts.now)
    asked = question.asked or "A controller"
    return [
        _note("waits", f"{asked} accepts or rejects the claim by {due} ({question.ref})."),
        _note(
            "open",
            "Nothing runs meanwhile. What is not spent stays encumbered in the cost centre until then.",
        ),
    ]


def _ends(facts: Facts) -> list[Note]:
    if not facts.active or facts.lapsed:
        return [_note("stopped", closed(facts.lapsed))] if facts.lapsed and facts.active else []
    until = moments.full(facts.valid_until)
    last = kept("round", facts.max_rounds)
    return [
        _note(
            "stopped", f"after {last}, when the budget cannot carry another round, or on {until}.",
            strong="It stops and asks a person",
        )
    ]  # fmt: skip


def _nothing_more(facts: Facts) -> str:
    back = f" to {facts.cost_centre}" if facts.cost_centre else " to the cost centre"
    return f"Nothing follows. What was not spent went back{back}."
