"""Books that are full: months behind, a month in the middle, and something in front of everybody."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from goals import approvals
from goals.corrections import ask_correction
from goals.models import Attempt
from governance import clock, freezes, notifications
from governance.authorisations import page_digest
from governance.authorisations.effects.band import ask_policy
from governance.authorisations.effects.price import ask_price
from governance.authorisations.effects.role import ask_role
from governance.enums import ChannelKind
from governance.models import CostCentre, Notice, Person, Request
from governance.notifications import channels
from governance.people import delegations
from governance.transactions import outermost
from ralph_runs.demonstration import people
from tests.pages.pictures import months, scenes
from tests.pages.pictures.hands import MODEL, Hands, at


def fill(hands: Hands, now: datetime, *, behind: int = 5, goals: int = 6) -> None:
    """So many closed months with so many goals each, then the present one."""
    dice = random.Random(4)
    first = _months_before(now, behind)
    with at(first + timedelta(hours=1)):
        people.ensure()
        months.opened()
        _two_above_twenty(hands)
    for number in range(behind):
        months.month(hands, first, number=number, goals=goals + number // 2, dice=dice)
        first = clock.first_instant(clock.period_after(f"{first:%Y-%m}"))
    with at(first + timedelta(minutes=10)):
        for code, (_name, money) in months.CENTRES.items():
            months.envelope(code, money)
    for day, (code, title) in enumerate(months.WORK[: goals + behind // 2], start=1):
        with at(now - timedelta(days=9 - day, hours=1)):
            months.one(
                hands, code, title.format(month="August"), rounds=4 + day % 2, number=behind, dice=dice
            )
    with at(now - timedelta(hours=5)):
        title = "Agree the freight invoices of the first week"
        hands.goals["done"] = months.one(hands, "4310", title, rounds=5, number=behind, dice=dice)
    for scene in (scenes.at_rest, scenes.out_of_money, scenes.running, scenes.same_blocker, scenes.done_they_say,
                  scenes.uncertain):  # fmt: skip
        scene(hands, now)
    with at(now - timedelta(minutes=22)):
        _asked(hands, now)
    with at(now):
        _told()


def _two_above_twenty(hands: Hands) -> None:
    """The first policy of their own: two signatures above USD 20.00 or 2,000,000 tokens."""
    bands = [{"up_to_tokens": 2_000_000, "up_to_money": "20.00", "signatures": 1},
             {"up_to_tokens": None, "up_to_money": None, "signatures": 2}]  # fmt: skip
    with outermost():
        request = ask_policy(acting=hands.acting("tomas"), data={"bands": bands, "answer_hours": 30},
                             reason="Two people see what is large.")  # fmt: skip
    people.sign(request, by="mariam", reason="Agreed with the auditors.")


def _months_before(now: datetime, count: int) -> datetime:
    at_month = now.year * 12 + now.month - 1 - count
    return now.replace(
        year=at_month // 12, month=at_month % 12 + 1, day=1, hour=0, minute=0, second=0, microsecond=0
    )


def _asked(hands: Hands, now: datetime) -> None:
    """Requests of every kind, waiting, declined, sent back."""
    hands.ask(
        "Classify card expenses without receipts, August", by="priya", cost_centre="4210", budget_tokens=1_800_000,
        budget_money="18.00", why="412 lines; last month it took two days by hand.",
    )  # fmt: skip
    hands.ask(
        "Rebuild the supplier master from the contracts", by="ingrid", cost_centre="4310", budget_tokens=2_600_000,
        budget_money="28.00", why="The audit found 63 doubles.",
    )  # fmt: skip
    refused = (
        (approvals.decline, "Rewrite the dunning letters"),
        (approvals.send_back, "Sort the shared mailbox"),
    )
    for decide, title in refused:
        request = hands.ask(
            title, by="ingrid", why="It would help.", budget_tokens=900_000, budget_money="22.00"
        )
        _decide(hands, decide, request)
    cheaper = {
        "model": MODEL, "currency": "USD", "effective_from": now + timedelta(days=5), "input_per_million": "8.00",
        "cached_input_per_million": "0.80", "cache_write_per_million": "10.00", "output_per_million": "40.00",
    }  # fmt: skip
    with outermost():
        ask_price(
            acting=hands.acting("tomas"), data=cheaper, reason="The provider lowers its prices on the 15th."
        )
    approver = {"person": Person.objects.get(username="priya").pk, "role": "approver", "limit_tokens": 1_000_000,
                "limit_money": Decimal("10.00")}  # fmt: skip
    with outermost():
        ask_role(acting=hands.acting("tomas"), data=approver, reason="She stands in for me in October.")
    _corrected(hands)
    audit_centre = CostCentre.objects.get(code="4400")
    placed = freezes.freeze(
        acting=hands.acting("weilin"), reason="A look at the prices.", cost_centre=audit_centre
    )
    freezes.lift(acting=hands.acting("weilin"), freeze_id=placed.pk, reason="The prices are right.")
    delegations.delegate(acting=hands.acting("mariam"), receiver=Person.objects.get(username="tomas"),
                         ends_at=now + timedelta(days=20), reason="Two weeks of leave.")  # fmt: skip


def _decide(hands: Hands, decide: Callable[..., Request], request: Request) -> None:
    decide(acting=hands.acting("mariam"), request_id=request.pk, revision=request.revision,
           page_digest=page_digest(request), reason="Not before the new templates are agreed.")  # fmt: skip


def _corrected(hands: Hands) -> None:
    call = Attempt.objects.filter(tokens__gt=20_000, entry__isnull=False).latest("pk")
    ask_correction(acting=hands.acting("tomas"), reason="The provider's bill counts 1,200 tokens less.",
                   data={"attempt": str(call.pk), "tokens": call.tokens - 1_200, "money": call.money})  # fmt: skip


def _told() -> None:
    """One of Mariam's channels leads nowhere, and she has been told so."""
    channels.add(
        acting=people.acting("mariam"), kind=ChannelKind.WEBHOOK, address="http://127.0.0.1:9/finance"
    )
    with transaction.atomic():
        notifications.notify(
            to=Person.objects.get(username="mariam"), kind="question", subject="A raise waits for your signature",
            sentence="Priya Raman asks for more money.", link="/inbox/", dedup="story:raise",
        )  # fmt: skip
    for notice in Notice.objects.filter(dedup="story:raise"):
        notifications.deliver(notice.pk)
