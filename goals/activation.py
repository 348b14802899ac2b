"""The live permission to admit the next round. It belongs to a driver epoch and dies with it."""

from __future__ import annotations

from datetime import timedelta

from django.db.models.functions import Now

from goals.models import Armed, DriverLease, Goal
from governance import clock
from governance.actors import Acting
from governance.compiled import Compiled
from governance.errors import Conflict, Forbidden
from governance.transactions import outermost, require_transaction


def live_epoch() -> int | None:
    """The epoch of the driver whose lease has not run out (database time), or None."""
    lease = _LIVE.first()
    return lease["epoch"] if lease else None


_LIVE = Compiled(lambda: DriverLease.objects.filter(pk=1, lease_until__gt=Now()).values("epoch"))


def arm(*, acting: Acting, goal: Goal) -> Armed:
    """Arm in the live epoch. Only a named person can; without a live driver it is refused as `no-driver`."""
    require_transaction()
    if not acting.is_human or acting.person is None:
        raise Forbidden("Only a named person can arm a goal.", code="not-a-person")
    epoch = live_epoch()
    if epoch is None:
        raise Conflict(
            "No driver is running, so nothing could start. Start one, then resume.", code="no-driver"
        )
    armed, _created = Armed.objects.update_or_create(
        goal=goal, defaults={"epoch": epoch, "by": acting.person, "at": clock.now()}
    )
    return armed


def disarm(goal: Goal) -> bool:
    """Take the permission away. True if it was there, in any epoch."""
    require_transaction()
    deleted, _ = Armed.objects.filter(goal=goal).delete()
    return bool(deleted)


def is_armed(goal: Goal) -> bool:
    """Armed, and in the epoch of a live driver."""
    epoch = live_epoch()
    return epoch is not None and Armed.objects.filter(goal=goal, epoch=epoch).exists()


def hold_lease(owner: str, *, seconds: int) -> int | None:
    """Take or renew the driver's lease. The epoch if `owner` holds it now, None if another one does.

    The same owner renews its epoch while it lasts; taking over an expired lease is a new epoch, in
    which every goal is disarmed.
    """
    with outermost():
        DriverLease.objects.get_or_create(pk=1)
        lease = DriverLease.objects.select_for_update(no_key=True).get(pk=1)
        now = clock.db_now()
        expired = lease.lease_until is None or lease.lease_until <= now
        if not expired and lease.owner != owner:
            return None
        if expired:
            lease.epoch += 1
            lease.owner = owner
        lease.lease_until = now + timedelta(seconds=seconds)
        lease.save(update_fields=["epoch", "owner", "lease_until"])
        return lease.epoch


def drop_lease(owner: str) -> None:
    """Give the lease up at an orderly stop, so that another driver need not wait."""
    DriverLease.objects.filter(pk=1, owner=owner).update(lease_until=None)
