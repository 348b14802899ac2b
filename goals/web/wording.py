"""Small words that sentences of the pages share: instants, ordinals, names. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from governance.web import moments
from governance.web.format import kept

_ORDINALS = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
MOST_NAMES = 3


def when(instant: datetime, *, now: datetime) -> str:
    """ "today at 10:05", "on 3 Sep at 12:40", with the year where it is another one."""
    if instant.date() == now.date():
        return f"today at {moments.clock(instant)}"
    day = moments.short_day(instant) if instant.year == now.year else moments.day(instant)
    return f"on {day} at {moments.clock(instant)}"


def on_paper(instant: datetime) -> str:
    """ "on 3 Jun 2026": paper is read in another year."""
    return f"on {moments.day(instant)}"


def by_when(instant: datetime, *, now: datetime) -> str:
    """A due time in a sentence: "today 15:10", "11 Sep, 15:10"."""
    if instant.date() == now.date():
        return f"today {moments.clock(instant)}"
    return moments.near(instant, now=now)


def ordinal_step(number: int) -> str:
    """ "its fourth step", "step 14"."""
    return f"its {_ORDINALS[number]} step" if 0 < number < len(_ORDINALS) else kept("step", number)


def any_of(people: Sequence[str], *, nobody: str = "nobody") -> str:
    """ "Ada", "Ada or Ben", "Ada, Ben, Cy or 4 others"."""
    if not people:
        return nobody
    shown = list(people[:MOST_NAMES])
    left = len(people) - len(shown)
    if left:
        shown.append("1 other" if left == 1 else f"{left} others")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def closed(sentence: str) -> str:
    """The text as a sentence that ends."""
    text = sentence.strip()
    return text if text[-1:] in ".!?。！？”" else f"{text}."


def in_sentence(claimant: str) -> str:
    """A claimant inside a sentence: "the agent in round 3", but "Ben Osei"."""
    return f"the{claimant[3:]}" if claimant.startswith("The agent") else claimant


def unquoted(sentence: str) -> str:
    """What a step answered, without the frame around it."""
    return (
        sentence.removeprefix("Answered: “").removesuffix("”")
        if sentence.startswith("Answered: “")
        else sentence
    )


def shorter(text: str, *, limit: int) -> str:
    """The text on one line, cut at `limit` with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def quoted(text: str, *, limit: int = 200) -> str:
    """A person's words on one line, in quotation marks; cut at `limit` with an ellipsis."""
    return f"“{shorter(text, limit=limit)}”"
