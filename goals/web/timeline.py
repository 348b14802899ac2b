"""The rounds of a goal as one table: Goal > Round > Turn > Step, the latest settled round open, the rest closed.

Shows a page of rounds whatever their number; what stands on other pages is one line each, so that the lines
add up to the goal. The goal's own sum comes from its counters and is compared with the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.urls import reverse

from goals.models import Execution, Goal, GoalTotals, Step, Turn
from goals.web import round_rows, spend_lines
from goals.web.facts import Live
from goals.web.round_rows import Doubts, Rows
from goals.web.spend_lines import Line, Sum
from goals.web.wording import closed, shorter, unquoted
from governance.web import moments
from governance.web.format import counted, kept, money, tokens

LONGEST = 160
GLYPHS = {"settled": "settled", "failed": "refused", "cancelled": "stopped", "over-cap": "stopped"}
WORDS = {"settled": "", "failed": "Failed: ", "cancelled": "Cancelled: ", "over-cap": "Ended at its limit: "}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """What `parts/_timeline.html` shows, the rounds on it, and where the others are."""

    lines: list[Line]
    checked: dict[str, Any]
    pager: dict[str, str] = field(default_factory=dict)
    shown: Sequence[Execution] = ()
    whole: bool = True


def timeline(goal: Goal, totals: GoalTotals, *, live: Live | None, before: int | None = None) -> Timeline:
    """A page of rounds, ending before execution `before`. At most seven queries."""
    rows = round_rows.read(goal, before)
    running = Sum() if live is None else round_rows.sum_of(round_rows.live_of(goal))
    settled = spend_lines.of(totals) - running
    lines = [*_earlier(rows, settled), *_shown(rows, goal), *_later(rows, before)]
    lines += spend_lines.rounding("turn", [one for one in lines if one.get("counts")], settled.money)
    lines.append(_total(goal, settled, live))
    if live is not None:
        lines.append(_live(live, running, goal))
    return Timeline(
        lines=lines, checked=_checked(rows, goal, settled, running, totals), pager=_pager(rows, before),
        shown=rows.shown, whole=not rows.more and before is None,
    )  # fmt: skip


def _shown(rows: Rows, goal: Goal) -> list[Line]:
    lines: list[Line] = []
    for one in rows.shown:
        opened = rows.opened is not None and one.pk == rows.opened.pk
        lines.append(_round(one, rows, goal, opened=opened))
        if opened:
            lines += _inside(one, rows)
    return lines


def _round(one: Execution, rows: Rows, goal: Goal, *, opened: bool) -> Line:
    doubt = rows.doubts.get(("execution", one.pk), "")
    level, name = ("round", kept("Round", one.number)) if one.number else ("human", "Human turn")
    words = did(one, rows.said.get(one.pk, ""))
    said = shorter(words if one.number else f"{one.writer}: {words}", limit=LONGEST)
    return spend_lines.line(
        level, name, spend_lines.of(one), glyph="uncertain" if doubt else GLYPHS[one.state],
        did=said, time=moments.span(one.started_at, one.ended_at),
        href=href_of(goal, one), open=opened, uncertain=doubt, counts=True,
    )  # fmt: skip


def did(one: Execution, said: str) -> str:
    """What a round or turn did: what it says itself, the last thing it did, or how it ended."""
    last = getattr(one, "last_said", "") or "" if one.state == Execution.State.SETTLED else ""
    return f"{WORDS.get(one.state, '')}{said or unquoted(last) or one.sentence}"


def href_of(goal: Goal, one: Execution) -> str:
    """Where a round, or a human turn, has its own page."""
    if one.number:
        return reverse("goal-round", args=[goal.account_id, one.number])
    return reverse("goal-turn", args=[goal.account_id, one.pk])


def _inside(one: Execution, rows: Rows) -> list[Line]:
    lines: list[Line] = []
    of_turns: list[Line] = []
    place = 0
    for turn in rows.turns:
        steps = list(turn.steps.all())
        of_turn = _turn(turn)
        of_steps = [_step(step, place + at, rows.doubts) for at, step in enumerate(steps, start=1)]
        place += len(steps)
        of_turns.append(of_turn)
        lines += [of_turn, *of_steps, *spend_lines.rounding("step", of_steps, turn.money)]
    return [*lines, *spend_lines.rounding("turn", of_turns, one.money)]


def _turn(turn: Turn) -> Line:
    said = turn.sentence or "Not ended yet."
    time = moments.span(turn.started_at, turn.ended_at, with_day=False)
    return spend_lines.line(
        "turn", kept("Turn", turn.number), spend_lines.of(turn), glyph="unfolded", did=said, time=time
    )


def _step(step: Step, place: int, doubts: Doubts) -> Line:
    doubt = doubts.get(("step", step.pk), "")
    return spend_lines.line(
        "step", kept("Step", place), spend_lines.of(step), glyph="uncertain" if doubt else "settled",
        did=step.sentence, time=moments.clock(step.started_at), uncertain=doubt,
    )  # fmt: skip


def _earlier(rows: Rows, settled: Sum) -> list[Line]:
    if not rows.more:
        return []
    first = next((one.number for one in rows.shown if one.number), None)
    name = f"Rounds 1 to {first - 1:,}" if first and first > 2 else "Earlier"
    left = settled - rows.newer - spend_lines.total(rows.shown)
    return [
        spend_lines.line(
            "round", name, left, glyph="folded", did="On earlier pages, people’s turns between them included.",
            href=f"?rounds={rows.shown[0].pk}#rounds", counts=True,
        )
    ]  # fmt: skip


def _later(rows: Rows, before: int | None) -> list[Line]:
    if before is None:
        return []
    last = next((one.number for one in reversed(rows.shown) if one.number), 0) or 0
    name = f"From round {last + 1:,} on"
    return [
        spend_lines.line(
            "round", name, rows.newer, glyph="folded", did="On later pages.", href="?#rounds", counts=True
        )
    ]


def _total(goal: Goal, settled: Sum, live: Live | None) -> Line:
    ended = goal.rounds_started - (1 if live is not None and live.number else 0)
    name = "Goal, settled" if live is not None else "Goal, spent"
    return spend_lines.line("total", name, settled, did=f"{counted(ended, 'round')} settled")


def _live(live: Live, running: Sum, goal: Goal) -> Line:
    held = f"{tokens(live.held_tokens)} tokens"
    if goal.account.budget_money is not None:
        held = money(live.held_money, currency=goal.account.currency)
    name = kept("Round", live.number) if live.number else "Human turn"
    since = moments.span(live.started_at, None)
    if live.uncertain:
        doubt = {
            "did": f"The answer of a call was lost; {held} held.",
            "uncertain": "unknown until a person says",
        }
        return spend_lines.line("live", name, running, glyph="uncertain", time=since, **doubt)
    did = f"So far, out of {held} committed; not settled"
    return spend_lines.line("live", name, running, glyph="running", time=since, did=did)


def _checked(rows: Rows, goal: Goal, settled: Sum, running: Sum, totals: GoalTotals) -> dict[str, Any]:
    account, wrong = goal.account, []
    if (totals.tokens, totals.money) != (account.spent_tokens, account.spent_money):
        wrong.append(f"the ledger says {_both(account.spent_tokens, account.spent_money, account.currency)}, "
                     f"the rounds {_both(totals.tokens, totals.money, account.currency)}")  # fmt: skip
    left = settled - rows.newer - spend_lines.total(rows.shown)
    if not rows.more and left != Sum():
        wrong.append(f"the lines are {_both(left.tokens, left.money, account.currency)} short of their sum")
    if rows.opened is not None and spend_lines.total(rows.turns) != spend_lines.of(rows.opened):
        wrong.append(f"the turns of round {rows.opened.number} do not add up to it")
    if any(spend_lines.total(turn.steps.all()) != spend_lines.of(turn) for turn in rows.turns):
        wrong.append("the steps of a turn do not add up to it")
    if wrong:
        return {"agrees": False, "text": closed(f"These do not agree: {'; '.join(wrong)}")}
    return {"agrees": True, "text": _agreed(settled, running, account.currency)}


def _agreed(settled: Sum, running: Sum, currency: str) -> str:
    whole = settled + running
    said = f"Rounds, turns, steps and ledger agree: {_both(whole.tokens, whole.money, currency, ', ')}"
    if running.tokens:
        said += f" spent, of them {_both(running.tokens, running.money, currency)} in what still runs"
    return f"{said}. Open a round for its steps and the raw provider record."


def _both(count: int, amount: Decimal, currency: str, joint: str = " and ") -> str:
    return f"{tokens(count)} tokens{joint}{money(amount, currency=currency)}"


def _pager(rows: Rows, before: int | None) -> dict[str, str]:
    pager = {}
    if rows.more:
        pager["older_href"], pager["older"] = f"?rounds={rows.shown[0].pk}#rounds", "Earlier rounds"
    if before is not None:
        pager["first_href"] = "?#rounds"
    return pager
