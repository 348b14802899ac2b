"""Which tables were written and read, so that a rule is asked again exactly when its answer may have changed.

A rule is a function of the rows it reads: while none of those tables is written to, it says what it said.
"""

from __future__ import annotations

import re
from typing import Any

from django.db import connection

from goals.proofs import RULES
from goals.proofs.invariants import Rule

_WRITE = r'(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"'
_WRITES = re.compile(rf"\s*(?:{_WRITE}|WITH w0 AS \({_WRITE})")
_EACH = re.compile(_WRITE)
_SELECT = re.compile(r"\s*SELECT", re.IGNORECASE)
_NAMES = re.compile(r'(?:FROM|JOIN) "(\w+)"', re.IGNORECASE)


class Watched:
    """Put `note` among the connection's execute wrappers; `broken` asks every rule that may have changed."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._read: set[str] = set()
        self._stale: set[Rule] = {rule for _name, rule in RULES}
        self._of: dict[Rule, frozenset[str]] = {}

    def broken(self) -> list[str]:
        """What the rules say now; a rule whose tables stand still is not asked again."""
        written, self._written = self._written, set()
        self._stale |= {rule for rule, tables in self._of.items() if tables & written}
        return [f"{name}: {said}" for name, rule in RULES if rule in self._stale for said in self._ask(rule)]

    def _ask(self, rule: Rule) -> list[str]:
        self._read = set()
        said = list(rule())
        self._of[rule] = frozenset(self._read)
        if not said:
            self._stale.discard(rule)
        return said

    def note(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if _WRITES.match(sql):
            self._written.update(_EACH.findall(sql))
        elif _SELECT.match(sql):
            self._read.update(_NAMES.findall(sql))
        elif "SAVEPOINT" not in sql:
            self._written.update(connection.introspection.django_table_names())
        return execute(sql, params, many, context)
