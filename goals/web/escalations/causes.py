"""How each cause of a question is called in lists, with its sign and the verb that opens it. Others may add theirs."""

from __future__ import annotations

from typing import NamedTuple


class Called(NamedTuple):
    glyph: str
    word: str
    verb: str = "Answer"


_CALLED = {
    "token-budget": Called("stopped", "Tokens used up"),
    "money-budget": Called("stopped", "Money used up"),
    "round-limit": Called("stopped", "Rounds used up"),
    "repeated-blocker": Called("stopped", "Same blocker"),
    "authorisation-lapsed": Called("stopped", "Signature lapsed"),
    "round-failed": Called("stopped", "Round failed"),
    "usage-overrun": Called("over", "Usage overrun"),
    "context-limit": Called("stopped", "Context full"),
    "completion-rejected": Called("stopped", "Completion rejected"),
    "model-reported": Called("stopped", "Agent is blocked"),
    "model-unpriced": Called("stopped", "Model without a price"),
    "envelope": Called("stopped", "Cost centre suspended"),
    "uncertain": Called("uncertain", "Uncertain round", "Look and post"),
    "completion-claimed": Called("claimed", "Completion claimed", "Check evidence"),
}


def register(cause: str, glyph: str, word: str, verb: str = "Answer") -> None:
    """Say how another cause is called."""
    _CALLED[cause] = Called(glyph, word, verb)


def of(cause: str) -> Called:
    return _CALLED.get(cause, Called("waits", cause.replace("-", " ").capitalize()))
