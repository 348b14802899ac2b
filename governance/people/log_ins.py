"""Slowing down guesses at a password: after some failures each further one waits longer, never longer than an end.

Counted by person and address, so that a stranger elsewhere keeps nobody out of their own account; names that nobody
has are counted by address alone. A try is counted before it is judged, so that many at once gain nothing; while
somebody waits, nothing is judged and nothing counted. A log-in that succeeds forgets the count.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from governance import audit, clock, service_stream
from governance.actors import COUNTERSIGN
from governance.errors import CountersignError
from governance.models import LogInFailures, Person
from governance.transactions import outermost

FREE = 5
FREE_OF_AN_ADDRESS = 30
FIRST, LONGEST = timedelta(seconds=5), timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(hours=1)


class TooManyLogIns(CountersignError):
    """Wait this long, then try again. A rate limit, and never a budget."""

    code = "too-many-requests"

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, int(wait.total_seconds()) + 1)
        super().__init__(
            f"Too many log-ins failed from here. Try again in {_words(self.seconds)}; nothing is locked for good.",
            seconds=self.seconds,
        )


def counted(*, username: str, address: str) -> LogInFailures:
    """Count one try before it is judged. Outermost. Raises TooManyLogIns while it has to wait."""
    person = Person.objects.filter(username=username).first() if "\x00" not in username else None
    with outermost():
        row, now = _row(person, address), clock.now()
        free = _free(row)
        if now - row.last_at > FORGOTTEN_AFTER:
            row.count, row.first_at = 0, now
        waits = row.last_at + _pause(row.count - free) - now
        if row.count >= free and waits > timedelta(0):
            raise TooManyLogIns(waits)
        row.count, row.last_at = row.count + 1, now
        row.save(update_fields=["count", "first_at", "last_at"])
        return row


def failed(tried: LogInFailures) -> None:
    """It was the wrong password: where that begins to slow somebody down, the record says so once. Outermost."""
    if tried.count != _free(tried):
        return
    with outermost():
        _tell(tried)


def forget(tried: LogInFailures) -> None:
    """It was the right password: what was counted from there is gone. The record tells of a long series. Outermost."""
    failed = tried.count - 1
    with outermost():
        LogInFailures.objects.filter(pk=tried.pk).update(count=0, first_at=F("last_at"))
        if tried.person_id is None or failed < FREE:
            return
        person = Person.objects.select_for_update(no_key=True).get(pk=tried.person_id)
        audit.record(
            acting=COUNTERSIGN, on=person, action="log-in.after-failures",
            sentence=f"{person} logged in from {tried.address} after {failed} tries had failed. No money moved.",
            facts={"address": tried.address, "failures": failed, "since": tried.first_at},
        )  # fmt: skip


def _row(person: Person | None, address: str) -> LogInFailures:
    """The one row of this person and place, locked."""
    key = {"person": person, "address": address}
    now = clock.now()
    try:
        with transaction.atomic():
            LogInFailures.objects.get_or_create(**key, defaults={"first_at": now, "last_at": now})
    except IntegrityError:
        pass  # somebody else made it at the same instant
    return LogInFailures.objects.select_for_update(no_key=True).get(**key)


def _pause(beyond: int) -> timedelta:
    """5 s, 10 s, 20 s … and never more than a quarter of an hour."""
    return min(LONGEST, FIRST * 2 ** min(max(beyond, 0), 10))


def _free(row: LogInFailures) -> int:
    return FREE if row.person_id else FREE_OF_AN_ADDRESS


def _tell(row: LogInFailures) -> None:
    person = row.person
    who = f"log-ins as {person}" if person else "log-ins under names that nobody has"
    own = Person.objects.select_for_update(no_key=True).get(pk=person.pk) if person else None
    audit.record(
        acting=COUNTERSIGN, on=own or service_stream.locked(service_stream.PEOPLE), action="log-in.slowed",
        sentence=f"Countersign slowed {who} from {row.address} down, because {row.count} tries failed in a row since "
        f"{row.first_at:%d %b %Y, %H:%M} UTC. No money moved.",
        facts={"address": row.address, "failures": row.count, "since": row.first_at},
    )  # fmt: skip


def _words(seconds: int) -> str:
    minutes = -(-seconds // 60)
    if seconds < 60:
        return f"{seconds} seconds" if seconds > 1 else "a second"
    return f"{minutes} minutes" if minutes > 1 else "a minute"
