"""Every specimen page with the data it is drawn from."""

from __future__ import annotations

from typing import Any

from tests.governance.specimen import (
    audit,
    decide,
    goal_running,
    goal_stopped,
    inbox,
    odds,
    reports,
    statement,
)

PAGES: dict[str, dict[str, Any]] = {
    "goal_running": goal_running.CONTEXT,
    "goal_stopped": goal_stopped.CONTEXT,
    "decide": decide.CONTEXT,
    "inbox": inbox.CONTEXT,
    "reports": reports.CONTEXT,
    "audit": audit.CONTEXT,
    "statement": statement.CONTEXT,
    "odds": odds.CONTEXT,
    "confirm": odds.CONFIRM_CONTEXT,
}
