"""What a signed correction does: entries that name the one they put right, and the counters above the call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from goals.corrections.asked import CorrectionAsked, read, stands_at
from goals.corrections.asking import named_attempt
from goals.models import Attempt
from goals.rounds import spending
from governance import envelopes, ledger, wording
from governance.actors import Acting
from governance.authorisations import Outcome
from governance.authorisations.effects.controlling import Controlling
from governance.enums import RequestKind
from governance.errors import Conflict
from governance.models import Account, Request, Signature


class CorrectionKind(Controlling):
    """Asked by controllers, signed by a second person; the goal's owner gains by it and cannot sign."""

    kind = RequestKind.CORRECTION

    def beneficiaries(self, request: Request) -> frozenset[int]:
        assert request.account is not None
        return frozenset({request.account.owner_id})

    def lock(self, request: Request) -> None:
        assert request.account_id is not None
        envelopes.lock_account(request.account_id)

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> Outcome:
        assert request.account_id is not None
        asked, account = read(request), ledger.lock(request.account_id)
        attempt = named_attempt(asked.attempt)
        if stands_at(attempt) != request.base_digest:
            raise Conflict("The call has been put right since this was asked; ask again.", code="stale-terms")
        tokens, money = asked.tokens - attempt.tokens, asked.money - attempt.money
        entries = spending.put_right(
            account, attempt.execution, attempt, tokens=asked.tokens, amount=asked.money,
            flags=("signed-correction",),
        )  # fmt: skip
        _charge(acting, account)
        return Outcome(
            on=account, sentence=_sentence(asked, attempt, account, tokens),
            facts={"attempt": str(attempt.pk), "tokens": tokens, "money": money, "request": request.ref,
                   "signed_by": [signature.person_name for signature in signatures]},
            covers=ledger.covers(entries), effect_tokens=-tokens, effect_money=-money,
        )  # fmt: skip


def _charge(acting: Acting, account: Account) -> None:
    """A goal that has given back what it kept pays for a correction out of its envelope at once."""
    if account.envelope_id is not None and account.encumbered_money == account.held_money:
        envelopes.settle(acting=acting, account=account)


def _sentence(asked: CorrectionAsked, attempt: Attempt, account: Account, tokens: int) -> str:
    execution = attempt.execution
    where = f"round {execution.number}" if execution.number else "a person’s turn"
    totals = wording.totals(asked.tokens, asked.money, account.currency)
    return f"A call of {where} stands at {totals} from now on, {'more' if tokens > 0 else 'less'} than was posted."
