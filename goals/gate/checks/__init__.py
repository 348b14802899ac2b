"""The twelve checks in their order. A refusal reason is one file here and one line in `ORDER`."""

from collections.abc import Callable

from goals.gate.answer import Refusal
from goals.gate.checks import (
    armed,
    authorisation,
    capacity,
    convergence,
    cost_centre,
    freeze,
    identity,
    money,
    phase,
    prices,
    tokens,
    turn_taking,
)
from goals.gate.facts import Facts

Check = Callable[[Facts], Refusal | None]

ORDER: tuple[tuple[str, Check], ...] = (
    ("identity", identity.check),
    ("freeze", freeze.check),
    ("phase", phase.check),
    ("armed", armed.check),
    ("authorisation", authorisation.check),
    ("turn-taking", turn_taking.check),
    ("capacity", capacity.check),
    ("convergence", convergence.check),
    ("prices", prices.check),
    ("tokens", tokens.check),
    ("money", money.check),
    ("cost-centre", cost_centre.check),
)

FOR_ROUNDS_ONLY = frozenset({"phase", "armed", "capacity", "convergence"})
"""A person's turn in a session is not a round: it needs no permission to continue and no number."""
