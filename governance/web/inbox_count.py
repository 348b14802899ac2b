"""How many things wait for a person: the figure beside Inbox on every page. One query."""

from __future__ import annotations

from django.db.models import Count, Q

from governance.enums import EscalationStatus, RequestStatus
from governance.models import Person


def waiting_for(person: Person) -> int:
    """Requests to sign and questions to answer that are put to this person."""
    counted = Person.objects.filter(pk=person.pk).aggregate(
        to_sign=Count("to_sign", filter=Q(to_sign__status=RequestStatus.PENDING), distinct=True),
        to_answer=Count("escalations", filter=Q(escalations__status=EscalationStatus.OPEN), distinct=True),
    )
    return int(counted["to_sign"]) + int(counted["to_answer"])
