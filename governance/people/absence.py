"""Being away until a date: what waits goes to the next person, and new things are put to somebody else first.

Nothing is lost by it: whoever is away may still sign, and a delegation is a matter of its own.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from governance import audit, clock, strict, wording
from governance.actors import Acting
from governance.authorisations import assignment
from governance.enums import Role
from governance.errors import Conflict, Invalid, NotFound
from governance.escalations import asked
from governance.models import Person
from governance.people import requiring
from governance.transactions import outermost

LONGEST = timedelta(days=92)


def go(*, acting: Acting, person_id: int, until: datetime, reason: str) -> Person:
    """Away until then: oneself, or anybody by a controller. Outermost; one event tells who is asked now."""
    actor, now = _allowed(acting, person_id, to="say that somebody is away"), clock.now()
    why = strict.reason(reason)
    if not now < until <= now + LONGEST:
        raise Invalid(f"An absence ends later than now, at most {LONGEST.days} days ahead.", field="until")
    with outermost():
        person = _locked(person_id)
        person.away_until = until
        person.save(update_fields=["away_until"])
        passed_on = {
            **assignment.reassign(person, now, absent=True),
            **asked.reassign(person, now, absent=True),
        }
        audit.record(
            acting=acting, on=person, action="person.away",
            sentence=f"{_who(actor, person)} until {until:%d %b %Y, %H:%M} UTC because {wording.because(why)} "
            f"{wording.passed_on(passed_on)} No money moved.",
            facts={"until": until, "passed_on": passed_on},
        )  # fmt: skip
        return person


def end(*, acting: Acting, person_id: int) -> Person:
    """Back before the date. Outermost. What was passed on stays with whoever is asked now."""
    _allowed(acting, person_id, to="say that somebody is back")
    with outermost():
        person, now = _locked(person_id), clock.now()
        if person.away_until is None or person.away_until <= now:
            raise Conflict(f"{person} is not away.", code="not-away")
        person.away_until = None
        person.save(update_fields=["away_until"])
        audit.record(
            acting=acting, on=person, action="person.back",
            sentence=f"{acting.name} said that {person} is back. No money moved.", facts={},
        )  # fmt: skip
        return person


def _allowed(acting: Acting, person_id: int, *, to: str) -> Person:
    actor = requiring.named_person(acting, to=to)
    if actor.pk != person_id:
        requiring.one_of(actor, frozenset({Role.CONTROLLER}), clock.now(), to=to)
    return actor


def _locked(person_id: int) -> Person:
    person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, is_active=True).first()
    if person is None:
        raise NotFound("There is no such person here.", field="person")
    return person


def _who(actor: Person, person: Person) -> str:
    return f"{person} is away" if actor == person else f"{actor} said that {person} is away"
