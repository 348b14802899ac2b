"""The gate: the one place where a round is admitted or refused.

`ask` is the dry run, `admit` the transaction that claims a reservation and admits its round.
"""

from goals.gate.answer import Answer, Refusal
from goals.gate.asking import ask
from goals.gate.judgement import judge

__all__ = ["Answer", "Refusal", "ask", "judge"]
