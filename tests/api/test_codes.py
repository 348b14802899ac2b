"""The published table of codes: complete, stable in what it promises, and never a budget behind a 429."""

from __future__ import annotations

import ast
from pathlib import Path

from django.test import Client

from goals.gate.answer import WAITING
from goals.gate.checks import ORDER
from governance.config.options import BASE_DIR
from governance.web.api.codes import CODES
from tests.api.speaking import answer_of

APPS = ("governance", "goals", "ralph_runs")
NO_ERRORS = {"admitted", "model-reported", "not_found"}
"""Words passed as `code=` that are no errors of the API: the gate's yes, a block's code, a tool's reply."""
PROMISES = {
    "token-budget": (402, False), "money-budget": (402, False), "round-limit": (402, False), "envelope": (402, False),
    "over-limit": (403, False), "self-approval": (403, False), "role-missing": (403, False),
    "authorisation-lapsed": (403, False), "stale-revision": (409, False), "GOAL_STALE_REVISION": (409, False),
    "already-decided": (409, False), "goal-disarmed": (409, False), "goal-not-active": (409, False),
    "repeated-blocker": (409, False), "frozen": (409, True), "round-live": (409, True), "human-first": (409, True),
    "enforcement-unavailable": (503, True), "idempotency-key-reused": (409, False), "body-too-large": (413, False),
    "too-many-requests": (429, True),
}  # fmt: skip


def test_the_table_answers_itself_to_anybody(client: Client) -> None:
    answer = answer_of(client.get("/api/v1/codes"))

    assert answer["codes"] == [
        {"code": code, "status": one.status, "title": one.title, "retryable": one.retryable}
        for code, one in sorted(CODES.items())
    ]


def test_what_was_promised_still_holds() -> None:
    assert {code: (CODES[code].status, CODES[code].retryable) for code in PROMISES} == PROMISES


def test_only_the_rate_limit_is_a_429() -> None:
    assert [code for code, one in CODES.items() if one.status == 429] == ["too-many-requests"]


def test_every_code_that_is_raised_has_a_row() -> None:
    raised = {code for app in APPS for path in (BASE_DIR / app).rglob("*.py") for code in _codes_in(path)}

    assert sorted(raised - set(CODES) - NO_ERRORS) == []


def test_every_title_is_free_of_what_an_asker_chose() -> None:
    assert [code for code, one in CODES.items() if "{" in one.title or not one.title[:1].isupper()] == []


def test_every_refusal_of_the_gate_has_a_row_that_says_the_same_about_waiting() -> None:
    assert len(ORDER) == 12
    assert {code: CODES[code].retryable for code in WAITING - {"stale-revision"}} == dict.fromkeys(
        WAITING - {"stale-revision"}, True
    )


def _codes_in(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            found |= {_text(word.value) for word in node.keywords if word.arg == "code"}
            if isinstance(node.func, ast.Name) and node.func.id == "Refusal" and node.args:
                found.add(_text(node.args[0]))
        if isinstance(node, ast.ClassDef):
            found |= {
                _text(line.value)
                for line in node.body
                if isinstance(line, ast.Assign) and [ast.unparse(name) for name in line.targets] == ["code"]
            }
    return found - {""}


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
