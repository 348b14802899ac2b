"""What every change of a goal's terms has in common: the books, the version, the goal's own edit. Composable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from goals import lifecycle, store
from goals.approvals.likeness import likeness
from goals.models import Goal
from goals.terms import Terms, changed
from governance import authorisations, envelopes, ledger, wording
from governance.actors import Acting
from governance.authorisations.digests import covers
from governance.models import Authorisation, LedgerEntry, Person
from governance.models import Terms as TermsVersion
from governance.money import ZERO
from governance.notifications import thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What a change of terms moved, for its event. Effects are on what is available."""

    fields: list[str]
    version: TermsVersion
    entries: list[LedgerEntry]
    overtaken: list[str]
    effect_tokens: int
    effect_money: Decimal

    @property
    def covers(self) -> list[str]:
        return [*ledger.covers(self.entries), *covers([self.version])]


def move_books(goal: Goal, old: Terms, new: Terms, *, by: Person, at: datetime) -> Moved:
    """New budget, encumbrance and version of terms on a goal locked with its envelope and account."""
    account = goal.account
    before_tokens, before_money = account.available_tokens, account.available_money
    entries, reached = [], thresholds.reached(account)
    if (old.budget_tokens, old.budget_money) != (new.budget_tokens, new.budget_money):
        entries = [ledger.set_budget(account, tokens=new.budget_tokens, money=new.budget_money)]
        thresholds.tell(account, reached)
    envelopes.encumber(account, new.budget_money, at=at)
    if old.objective != new.objective:
        account.title, account.likeness = new.objective, likeness(new.objective)
        account.save(update_fields=["title", "likeness"])
    version = authorisations.add_terms(account, text=new.text, by=by, at=at)
    return Moved(
        fields=changed(old, new),
        version=version,
        entries=entries,
        overtaken=authorisations.overtake(account),
        effect_tokens=account.available_tokens - before_tokens,
        effect_money=(account.available_money or ZERO) - (before_money or ZERO),
    )


def edit_goal(
    goal: Goal, old: Terms, new: Terms, *, acting: Acting, signed: Authorisation | None = None
) -> bool:
    """The domain edit, where objective or round cap changed; the only part that moves the goal's revision."""
    if old.strategy != new.strategy:
        # A term like the others, kept on the goal for speed; the domain does not know it.
        Goal.objects.filter(pk=goal.pk).update(strategy=new.strategy)
        goal.strategy = new.strategy
    objective = new.objective if old.objective != new.objective else None
    max_rounds = new.max_rounds if old.max_rounds != new.max_rounds else None
    if objective is None and max_rounds is None:
        return False
    change = lifecycle.edit(
        store.state_of(goal), ref=store.ref_of(goal), live=True, now_ms=store.now_ms(), objective=objective,
        max_rounds=max_rounds,
    )  # fmt: skip
    store.apply(acting=acting, goal=goal, change=change, authorisation=signed)
    return True


def told(fields: list[str], old: Terms, new: Terms) -> str:
    """The change in words: every figure before and after, everything else by name."""
    parts = [_one(name, old, new) for name in fields]
    return wording.names(parts)


def _one(name: str, old: Terms, new: Terms) -> str:
    word = name.replace("_", " ")
    before, after = _shown(name, old), _shown(name, new)
    return word if before is None or after is None else f"{word} from {before} to {after}"


def _shown(name: str, terms: Terms) -> str | None:
    value = getattr(terms, name)
    if name in ("budget_money", "per_round_money"):
        return "no limit" if value is None else wording.amount(value, terms.currency)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, datetime):
        return f"{value:%d %b %Y, %H:%M} UTC"
    return "no limit" if value is None else None
