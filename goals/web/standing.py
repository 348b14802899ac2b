"""Phase and activation of a goal as one sentence, and why it stands still. Pure."""

from __future__ import annotations

from goals.enums import Phase
from goals.web.facts import Facts
from goals.web.wording import closed, in_sentence, on_paper, quoted, when
from governance.web.format import kept
from governance.wording import unclosed

State = dict[str, str]


def state_of(facts: Facts) -> State:
    """Glyph, the word in bold, and the rest of the sentence."""
    if facts.live is not None:
        return _running(facts)
    if facts.cleared:
        return _state("refused", "Closed", f" by {_by(facts)}. Nothing runs in it any more.")
    return {
        Phase.ACTIVE: _active, Phase.PAUSED: _paused, Phase.BLOCKED: _stopped, Phase.COMPLETE: _complete,
    }[Phase(facts.phase)](facts)  # fmt: skip


def outcome_of(facts: Facts) -> State:
    """As `state_of`, for paper: what ended says its days with their year."""
    if (
        facts.accepted
        and facts.claim is not None
        and facts.claim.decided_at is not None
        and not facts.cleared
    ):
        claim, decided = facts.claim, facts.claim.decided_at
        made = f"{in_sentence(claim.claimant)} {on_paper(claim.claimed_at)}"
        text = f" Claimed by {made}, accepted by {claim.decided_by} {on_paper(decided)}."
        return _state("complete", "Complete and accepted.", text)
    if facts.cleared and facts.rest is not None and facts.live is None:
        why = f", because {quoted(unclosed(facts.rest.reason))}" if facts.rest.reason else ""
        return _state("refused", "Closed", f" by {facts.rest.by} {on_paper(facts.rest.at)}{why}.")
    if facts.stopped and facts.live is None:
        return _state("stopped", "Stopped", f" {stop_of(facts).removeprefix('Stopped').strip()}")
    return state_of(facts)


def stop_of(facts: Facts) -> str:
    """The sentence of the stop bar, or "" where nothing is stopped."""
    if not facts.stopped:
        return ""
    if facts.phase != Phase.BLOCKED:
        return f"Frozen by {facts.frozen_by}: {closed(facts.frozen_reason)} No round may start."
    message = closed(facts.blocked_message)
    if message.startswith("Stopped"):
        return message
    where = (
        f"Stopped after round {facts.rounds_started}" if facts.rounds_started else "Stopped before round 1"
    )
    return f"{where}. {message}"


def _state(glyph: str, word: str, text: str) -> State:
    return {"glyph": glyph, "word": word, "text": text}


def _running(facts: Facts) -> State:
    live = facts.live
    assert live is not None
    begun = f"{live.title} {_of(facts, live.number)}started {when(live.started_at, now=facts.now)}."
    if live.uncertain:
        return _state(
            "uncertain", "Uncertain", f": {live.name} lost its worker during a model call. A person looks."
        )
    if live.number is None:
        return _state("running", "Running", f", a person’s turn. {begun}")
    if not facts.active:
        word = "Closed" if facts.cleared else facts.phase.capitalize()
        return _state("paused" if facts.phase == Phase.PAUSED else "stopped", word,
                      f". {live.title} ends before its next step.")  # fmt: skip
    if facts.frozen_by:
        return _state("stopped", "Frozen", f" by {facts.frozen_by}. {live.title} ends before its next step.")
    armed = "armed" if facts.armed else "disarmed"
    return _state("running", "Running", f", active and {armed}. {begun}")


def _of(facts: Facts, number: int | None) -> str:
    return f"of at most {facts.max_rounds:,} " if number else ""


def _active(facts: Facts) -> State:
    nth = facts.rounds_started + 1
    if facts.frozen_by:
        return _state("stopped", "Frozen", f" by {facts.frozen_by}. The goal is active; no round may start.")
    if not facts.armed:
        why = "no driver is running" if not facts.driver_live else "a named person must resume it"
        return _state("disarmed", "Disarmed", f", active, but without permission to start a round: {why}.")
    if facts.answer.admitted:
        upcoming = f"{kept('Round', nth)} of at most {facts.max_rounds:,} may start."
        return _state("open", "Armed", f" and active. {upcoming}")
    return _state(
        "open",
        "Armed",
        f" and active, but {kept('round', nth)} may not start: {closed(facts.answer.sentence)}",
    )


def _paused(facts: Facts) -> State:
    return _state("paused", "Paused", f" by {_by(facts)}.")


def _stopped(facts: Facts) -> State:
    question = facts.question
    if question is None:
        return _state("stopped", "Stopped", ". A named person resumes it.")
    since = when(question.opened_at, now=facts.now)
    return _state(
        "stopped", "Stopped", f" {since}. Nothing runs and nothing is spent until a person answers."
    )


def _complete(facts: Facts) -> State:
    claim = facts.claim
    if claim is None:
        return _state("claimed", "Completion claimed", ".")
    made = f"{in_sentence(claim.claimant)} {when(claim.claimed_at, now=facts.now)}"
    if claim.decided_at is None:
        return _state("claimed", "Completion claimed", f" by {made}. It waits for a person to accept it.")
    decided = f"accepted by {claim.decided_by} {when(claim.decided_at, now=facts.now)}"
    return _state("complete", "Complete and accepted.", f" Claimed by {made}, {decided}.")


def _by(facts: Facts) -> str:
    rest = facts.rest
    if rest is None:
        return "a person"
    why = f", because {quoted(unclosed(rest.reason))}" if rest.reason else ""
    return f"{rest.by} {when(rest.at, now=facts.now)}{why}"
