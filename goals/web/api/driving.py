"""Who drives: the one driver, its epoch, and how long its lease lasts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from goals.models import Armed, DriverLease
from goals.web.api import paths
from governance import clock
from governance.web.api.operation import Call, Read
from governance.web.api.outputs import Flag, Maybe, Number, When


class ShowDriver(Read):
    """The driver's status. Goals are armed in its present epoch only."""

    class Output(serializers.Serializer[Any]):
        live = Flag()
        epoch = Number()
        owner = Maybe()
        lease_until = When(allow_null=True)
        goals_armed = Number()
        now = When()

    def run(self, call: Call) -> dict[str, Any]:
        if not call.sight.anything:
            raise paths.missing()
        lease = DriverLease.objects.filter(pk=1).first() or DriverLease()
        now = clock.db_now()
        live = lease.lease_until is not None and lease.lease_until > now
        return {
            "live": live,
            "epoch": lease.epoch,
            "owner": lease.owner,
            "lease_until": lease.lease_until,
            "goals_armed": Armed.objects.filter(epoch=lease.epoch).count() if live else 0,
            "now": now,
        }
