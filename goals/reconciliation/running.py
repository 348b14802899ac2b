"""One run over one file: what was found, and, where a person wants it, a request for each variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goals.corrections import ask_correction
from goals.reconciliation import export_file, matching
from goals.reconciliation.export_file import Mapped
from goals.reconciliation.matching import Found
from governance import canonical
from governance.actors import Acting
from governance.errors import Conflict, Invalid
from governance.models import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """What was found, over which days, in which file (by digest)."""

    found: Found
    lines: int
    first: str
    last: str
    digest: str


def reconcile(text: str, mapped: Mapped | None = None) -> Reconciled:
    """Compare a file with the books. Reads only. Raises Invalid for what cannot be read."""
    lines = list(export_file.lines(text, mapped or Mapped()))
    if not lines:
        raise Invalid("The file has a header and no row.", field="file")
    first, last = min(line.day for line in lines), max(line.day for line in lines)
    found = matching.match(lines, matching.calls(first, last))
    return Reconciled(
        found=found,
        lines=len(lines),
        first=first.isoformat(),
        last=last.isoformat(),
        digest=canonical.digest(text),
    )


def ask_corrections(*, acting: Acting, done: Reconciled, reason: str) -> Sequence[Request]:
    """A request for each call whose bill differs; a second person signs each. Money the file lacks stays.

    Raises Forbidden without the role; a variance that was asked for already is left out.
    """
    asked = []
    for pair in done.found.variances:
        money = pair.call.money if pair.cost is None else pair.cost
        data = {"attempt": pair.call.attempt, "tokens": pair.tokens, "money": money}
        why = f"{reason} The provider’s export {done.digest[:12]} has {pair.tokens:,} tokens for this call."
        try:
            asked.append(ask_correction(acting=acting, data=data, reason=why))
        except Conflict:
            continue
    return asked
