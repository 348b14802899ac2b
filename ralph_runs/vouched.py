"""The rows of runs that events vouch for: every decision, and every report that counted."""

from __future__ import annotations

from django.db.models import Q

from governance import canonical
from governance.audit.covered import Rows
from ralph_runs.decisions import decision_text, report_text
from ralph_runs.models import Decision, RunRound

DECISIONS = Rows(
    "decision", Decision, decision_text, sound=lambda row: canonical.digest(decision_text(row)) == row.digest
)
# A report is judged when its round ends: until then, and where a round failed, nothing is decided on it.
REPORTS = Rows("report", RunRound, report_text, only=Q(execution__decision__isnull=False))
