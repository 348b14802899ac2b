"""One delivery of one message: admit a reservation, or take up again what a lost worker left."""

from __future__ import annotations

import os
import socket
import uuid
from datetime import timedelta

from django.conf import settings

from goals.gate import admission
from goals.models import Execution
from goals.rounds.leases import Lease
from governance import audit, clock, ledger, rows
from governance.actors import COUNTERSIGN
from governance.enums import OutboxStatus
from governance.models import Outbox
from governance.transactions import outermost


def worker_name() -> str:
    """A name nobody else has: host, process and a random part."""
    return f"{socket.gethostname()[:30]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def claim(outbox_id: int) -> Lease | None:
    """The lease to run under, or None: refused, already claimed, running elsewhere, or finished."""
    worker = worker_name()
    admitted = admission.admit(outbox_id, worker=worker)
    if admitted.lease or admitted.answer:
        return admitted.lease
    row = rows.fetch(Outbox, id=outbox_id)
    return _take_up(outbox_id, worker) if row and row.status == OutboxStatus.CLAIMED else None


def _take_up(outbox_id: int, worker: str) -> Lease | None:
    """Claim an execution that a reaper gave back: compare-and-set on its empty owner."""
    with outermost():
        execution = Execution.objects.select_related("goal").filter(outbox_id=outbox_id).first()
        if execution is None or execution.state != Execution.State.RUNNING or execution.lease_owner:
            return None
        account = ledger.lock(execution.goal.account_id)
        until = clock.db_now() + timedelta(seconds=settings.COUNTERSIGN.lease_seconds)
        taken = Execution.objects.filter(
            pk=execution.pk, fence=execution.fence, state=Execution.State.RUNNING, lease_owner=""
        ).update(lease_owner=worker, lease_until=until, claims=execution.claims + 1)
        if taken != 1:
            return None
        audit.record(
            acting=COUNTERSIGN, on=account, action="round.taken-up",
            sentence=f"Countersign took up round {execution.number or 'of a person'} again after its worker was "
            "lost; no money moved.",
            facts={"execution": execution.pk, "fence": execution.fence, "claims": execution.claims + 1},
        )  # fmt: skip
        execution.refresh_from_db()
        return Lease.of(execution)
