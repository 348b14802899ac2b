"""What the page about standing in shows: delegations given and received, and the forms. Changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse

from governance.enums import PersonKind, Role
from governance.errors import CountersignError
from governance.models import Delegation, Person
from governance.people import absence, delegations
from governance.web import moments
from governance.web.books import fields
from governance.web.books.page import Part
from governance.web.people import tables
from governance.web.viewer import Viewer

MOST = 100
Given = Mapping[str, Any]
Refused = CountersignError | None


def parts(viewer: Viewer, now: datetime, typed: Mapping[str, tuple[Given, Refused]]) -> list[Part]:
    mine = Delegation.objects.filter(Q(giver=viewer.person) | Q(receiver=viewer.person))
    found = list(mine.select_related("giver", "receiver").order_by("-ends_at", "-pk")[:MOST])
    given = [one for one in found if one.giver_id == viewer.person.pk]
    received = [one for one in found if one.receiver_id == viewer.person.pk]
    return [
        Part(heading="Who signs for you", table=tables.delegation_table(
            "Who signs for you", given, now=now, may_end=True, empty="Nobody signs for you.")),
        _lending(viewer, *typed.get("lend", ({}, None))),
        Part(heading="For whom you sign", table=tables.delegation_table(
            "For whom you sign", received, now=now, may_end=False, empty="You sign for nobody else.")),
        _absence(viewer, now, *typed.get("away", ({}, None))),
    ]  # fmt: skip


def _lending(viewer: Viewer, given: Given, refused: Refused) -> Part:
    heading = "Let somebody sign for you"
    if not viewer.has(Role.APPROVER):
        return Part(
            heading=heading, under=f"Only an approver has a signature to lend; you are here {viewer.as_what}."
        )
    people = Person.objects.filter(is_active=True, kind=PersonKind.PERSON).exclude(pk=viewer.person.pk)
    who = [("", "Choose a person"), *((str(one.pk), f"{one}{', ' + one.title if one.title else ''}")
           for one in people.order_by("display_name", "pk")[:500])]  # fmt: skip
    form = {
        "action": reverse("delegate"), "verb": "Let them sign", "reason_id": "lend-reason",
        "fields": [
            fields.field("receiver", "Who signs for you", given, refused, kind="select", options=who),
            fields.field("starts_at", "From", given, refused, kind="date", short=True, required=False,
                         help="Empty: from now on."),
            fields.field("ends_at", "Until the end of", given, refused, kind="date", short=True,
                         help=f"At most {delegations.LONGEST.days} days later."),
        ],
        **fields.reason(given, refused, label="Why, kept in the record"),
        "note": "They act within your limit, in their own name and on your behalf. They cannot lend it further, and "
        "your own requests they cannot sign.",
    }  # fmt: skip
    return Part(heading=heading, form=form)


def _absence(viewer: Viewer, now: datetime, given: Given, refused: Refused) -> Part:
    person = viewer.person
    if person.away_at(now):
        assert person.away_until is not None
        said = f"You are away until {moments.full(person.away_until)}. What comes is put to others first."
        form: dict[str, Any] = {"action": reverse("back"), "verb": "I am back", "fields": [], "before": said}
        return Part(heading="Being away", form=form)
    form = {
        "action": reverse("away"), "verb": "I am away", "reason_id": "away-reason",
        "fields": [fields.field("until", "Until the end of", given, refused, kind="date", short=True,
                                help=f"At most {absence.LONGEST.days} days ahead.")],
        **fields.reason(given, refused, label="Why, kept in the record"),
        "note": "What waits for you goes to the next person where there is one. You may still sign.",
    }  # fmt: skip
    return Part(heading="Being away", form=form)
