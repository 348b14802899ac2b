"""Asking for a correction. Nothing moves before a second person has signed it."""

from __future__ import annotations

from goals.corrections.asked import ATTEMPT, CorrectionAsked, stands_at
from goals.models import Attempt
from governance import authorisations, canonical, strict, wording
from governance.actors import Acting
from governance.authorisations import Draft
from governance.enums import RequestKind
from governance.errors import Conflict, NotFound
from governance.models import Request
from governance.transactions import outermost


def ask_correction(*, acting: Acting, data: object, reason: str) -> Request:
    """Ask for new totals of a posted call. Outermost. `data` as `CorrectionAsked`.

    Raises Invalid that names the field, NotFound, Conflict `nothing-to-correct`, Forbidden without the role.
    """
    asked = strict.parse(CorrectionAsked, data, noun="The correction's fields")
    with outermost():
        attempt = named_attempt(asked.attempt)
        account = attempt.execution.goal.account
        if (asked.tokens, asked.money) == (attempt.tokens, attempt.money):
            raise Conflict("The call stands at these totals already.", code="nothing-to-correct")
        draft = Draft(
            kind=RequestKind.CORRECTION, title=_title(attempt, asked), reason=reason,
            text=canonical.text(asked.model_dump()), total_tokens=abs(asked.tokens - attempt.tokens),
            total_money=abs(asked.money - attempt.money), currency=account.currency, account=account,
            cost_centre=account.cost_centre, base_digest=stands_at(attempt),
            context={"stood_at": {"tokens": attempt.tokens, "money": attempt.money}},
        )  # fmt: skip
        return authorisations.ask(acting=acting, draft=draft)


def named_attempt(text: str) -> Attempt:
    """The posted call of this id, with its goal. Raises NotFound."""
    rows = Attempt.objects.select_related(
        "execution__goal__account__cost_centre", "entry__price", "step__turn"
    )
    found = rows.filter(pk=text).first() if ATTEMPT.fullmatch(text) else None
    if found is None or found.entry_id is None:
        raise NotFound("There is no posted call of this id.", field="attempt")
    return found


def _title(attempt: Attempt, asked: CorrectionAsked) -> str:
    execution = attempt.execution
    where = f"round {execution.number}" if execution.number else "a person’s turn"
    account = execution.goal.account
    stood = wording.totals(attempt.tokens, attempt.money, account.currency)
    shall = wording.totals(asked.tokens, asked.money, account.currency)
    return f"A call of {where} of {account.ref} to stand at {shall} instead of {stood}"
