"""Every kind that can wait, each with its age, its due time, what is at stake, who it is from, and one thing to do."""

from __future__ import annotations

import pytest
from django.db import transaction

from goals import claims, store
from goals.models import Armed
from governance import clock
from governance.enums import NoticeState
from governance.models import Notice, Person
from governance.web.inbox import items
from governance.web.inbox.items import Item
from governance.web.viewer import _read
from tests.api.world import lose_a_call
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal
from tests.governance.questions import put
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db


def _waits(person: Person) -> dict[str, Item]:
    return {item.kind: item for item in items.gather(_read(person), clock.now())}


def test_each_kind_of_the_desk_waits_with_one_thing_to_do(cast: Cast) -> None:
    asked(cast, objective="A wish")
    put(signed_goal(cast, objective="A stop").account)
    lose_a_call(cast, signed_goal(cast, budget_money=None, objective="A lost call"))
    idle = signed_goal(cast, objective="A restart")
    Armed.objects.filter(goal=idle).delete()
    claimed = signed_goal(cast, objective="A claim")
    with transaction.atomic():
        claims.make(goal=store.lock(claimed.pk), claimant="The agent", evidence="report.md", execution=None)
    Notice.objects.filter(pk=Notice.objects.filter(person=cast.cy).latest("pk").pk).update(
        state=NoticeState.FAILED
    )
    mine, owners = _waits(cast.cy), _waits(cast.ben)

    assert {kind: item.verb for kind, item in mine.items() if kind not in owners} == {
        "New goal": "Read and decide", "Tokens used up": "Answer", "Uncertain round": "Look and post",
        "Notice not delivered": "See why",
    }  # fmt: skip
    assert {kind: item.verb for kind, item in owners.items()} == {
        "Disarmed": "Arm or pause", "Completion claimed": "Check evidence",
    }  # fmt: skip
    for item in [*mine.values(), *owners.values()]:
        assert item.since <= clock.now()
        assert "" not in (item.person, item.href, item.objective)
    assert mine["New goal"].due is not None
    assert (mine["New goal"].usd, mine["New goal"].usd_word, mine["New goal"].person) == (
        12,
        "asked",
        "Ben Osei",
    )


def test_the_page_shows_every_one_of_them(cast: Cast) -> None:
    asked(cast, objective="A wish")
    put(signed_goal(cast, objective="A stop").account)
    page = Visitor(cast.cy).get("/inbox/")

    assert "2 things wait for you" in page.said
    assert "As of" in page.said
    assert "12.00 asked" in page.said
