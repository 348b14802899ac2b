"""What each act on a goal says before it is done: what will happen, what will not. Pure; one entry per act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from goals.web.facts import Facts
from goals.web.wording import any_of
from governance.web.format import money, tokens

Sentences = Callable[[Facts], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """`title` names the goal, `done` is told afterwards. `label` is asked for in the person's own words."""

    title: str
    verb: str
    label: str
    will: Sentences
    will_not: Sentences
    done: str
    needed: bool = True


def _live_ends(facts: Facts) -> list[str]:
    if facts.live is None or facts.live.uncertain:
        return []
    number = "; its number stays used" if facts.live.number else ""
    return [f"{facts.live.title} ends before its next step{number}, and what it does not use is released."]


def _available(facts: Facts) -> str:
    counted = f"{tokens(facts.available_tokens)} tokens"
    if facts.available_money is None:
        return counted
    return f"{money(facts.available_money, currency=facts.currency)} and {counted}"


def _pause(facts: Facts) -> list[str]:
    return [*_live_ends(facts), f"No further round starts until {any_of(facts.who.resume)} resumes it."]


def _resume(facts: Facts) -> list[str]:
    left = facts.max_rounds - facts.rounds_started
    if left < 1:
        return ["No round is left under the cap, so this will be refused: the cap must be raised first."]
    return [f"Round {facts.rounds_started + 1} of at most {facts.max_rounds:,} may start by itself, out of "
            f"{_available(facts)}."]  # fmt: skip


def _close(facts: Facts) -> list[str]:
    back = f"{_available(facts)} go back to {facts.cost_centre}."
    return [*_live_ends(facts), back, "The goal can never run again; a new goal needs a new signature."]


def _revoke(facts: Facts) -> list[str]:
    return [*_live_ends(facts), "No round and no person’s turn may start until somebody signs again."]


ACTS: dict[str, Words] = {
    "pause": Words(
        title="Pause", verb="Pause the goal", label="Reason, kept in the record", needed=False, will=_pause,
        will_not=lambda facts: ["The budget stays as it was signed. A call that is under way is still recorded."],
        done="The goal is paused.",
    ),
    "resume": Words(
        title="Resume", verb="Resume the goal", label="Reason, kept in the record", needed=False, will=_resume,
        will_not=lambda facts: ["The terms stay as they were signed. Nothing is committed before a round is admitted."],
        done="The goal is resumed.",
    ),
    "cancel": Words(
        title="Cancel what runs in", verb="Cancel it", label="Reason, kept in the record", needed=False,
        will=_live_ends,
        will_not=lambda facts: ["What it spent so far stays spent. The goal is disarmed, not closed."],
        done="It ends before its next step.",
    ),
    "complete": Words(
        title="Claim that this is complete:", verb="Claim completion", label="What shows that it is done",
        will=lambda facts: [*_live_ends(facts), "A named person accepts or rejects the claim."],
        will_not=lambda facts: ["Nothing goes back to the cost centre before the claim is accepted."],
        done="Completion is claimed. A person accepts or rejects it.",
    ),
    "close": Words(
        title="Close", verb="Close the goal", label="Reason, kept in the record", will=_close,
        will_not=lambda facts: ["What was done and recorded is kept."],
        done="The goal is closed. What was not spent went back.",
    ),
    "revoke": Words(
        title="Revoke the authorisation of", verb="Revoke it", label="Reason, kept in the record", will=_revoke,
        will_not=lambda facts: ["What was spent stays spent. The signatures stay in the record as they were given."],
        done="The authorisation is revoked.",
    ),
}  # fmt: skip
