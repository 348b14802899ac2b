"""Bad input is a problem that names the field and the way out; nothing changes, and the record keeps one refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db.models import Sum
from django.test import Client

from goals.models import Goal
from governance.models import Account, Event, Request
from tests.api.speaking import Answer, Speaker, answer_of, events_of
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.once

GOAL: dict[str, Any] = {
    "objective": "Reconcile the two ledgers of August", "reason": "The close needs it.", "budget_tokens": 400_000,
    "budget_money": "12.00", "max_rounds": 5, "cost_centre": "4210",
}  # fmt: skip
NOT_WHOLE = [
    "08", "8", 8.0, 8.5, True, False, 1e3, -1, 2**53, 10**40, "8", None, [], {}, [8], "", "eight",
    "\uff18", "1_000", " 8", "0x8", "NaN",
]  # fmt: skip
NOT_MONEY = [
    12, 12.5, True, "012.00", "12.", ".5", "1e3", "-1.00", "+1.00", "12,00", "\uff11\uff12", " 12", "NaN", "Infinity",
    "1000000000.00", "1.00000000001", [], {}, "", "12.00 USD",
]  # fmt: skip
NOT_AN_OBJECTIVE = [
    "",
    "   ",
    "\ufeff",
    "\t\n",
    "a\x00b",
    "a\x1bb",
    "a\x85b",
    "\ud800",
    7,
    None,
    ["Reconcile"],
    {},
]
NOT_A_REASON = ["", "  ", "a\x00b", "\ud83d", 7, None, [], "x" * 4_001]


def _refused(answer: Answer, field: str, status: int = 400) -> None:
    assert (answer.status, answer["field"]) == (status, field)
    assert not answer["retryable"]
    assert Request.objects.count() == 0


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
@pytest.mark.parametrize("field", ["budget_tokens", "max_rounds"])
def test_a_whole_number_has_one_spelling(cast: Cast, field: str, value: object) -> None:
    _refused(Speaker(cast.ben).post("requests", {**GOAL, field: value}), field)

    assert events_of(cast.ben, "act.refused") == [
        f"Ben Osei was not allowed to ask for a goal: bad input in {field}. No money moved."
    ]


@pytest.mark.parametrize("value", NOT_MONEY, ids=repr)
def test_an_amount_has_one_spelling(cast: Cast, value: object) -> None:
    _refused(Speaker(cast.ben).post("requests", {**GOAL, "budget_money": value}), "budget_money")


@pytest.mark.parametrize("value", NOT_AN_OBJECTIVE, ids=ascii)
def test_an_objective_is_readable_text(cast: Cast, value: object) -> None:
    _refused(Speaker(cast.ben).post("requests", {**GOAL, "objective": value}), "objective")


@pytest.mark.parametrize("value", NOT_A_REASON, ids=lambda value: ascii(value)[:20])
def test_a_reason_is_readable_text(cast: Cast, value: object) -> None:
    _refused(Speaker(cast.ben).post("requests", {**GOAL, "reason": value}), "reason")


@pytest.mark.parametrize(
    ("field", "value", "meant"),
    [
        ("budget_token", 8, "budget_tokens"), ("maxRounds", 8, None), ("max_round", 8, "max_rounds"),
        ("id", 1, None), ("approved", True, None), ("status", "approved", None), ("Reason", "x", "reason"),
    ],
)  # fmt: skip
def test_a_misspelt_field_is_named_with_the_one_that_was_meant(
    cast: Cast, field: str, value: object, meant: str | None
) -> None:
    answer = Speaker(cast.ben).post("requests", {**GOAL, field: value})

    _refused(answer, field)
    assert answer.code == "unknown-field"
    assert meant is None or f"Did you mean {meant}?" in answer["detail"]


def test_an_unknown_field_can_be_any_text(cast: Cast) -> None:
    for name in ("\ud800", "\x00", "x" * 5_000, "", "бюджет", "a\nb"):
        answer = Speaker(cast.ben).post("requests", {**GOAL, name: 1})
        assert (answer.status, answer.code, len(answer.body.get("field", "")) <= 200) == (
            400,
            "unknown-field",
            True,
        )

    assert events_of(cast.ben, "act.refused") == [
        "Ben Osei was not allowed to ask for a goal: unknown field. No money moved."
    ]


@pytest.mark.parametrize("field", ["objective", "budget_tokens", "cost_centre", "reason"])
def test_a_missing_field_is_named(cast: Cast, field: str) -> None:
    answer = Speaker(cast.ben).post(
        "requests", {name: value for name, value in GOAL.items() if name != field}
    )

    _refused(answer, field)
    assert answer.code == "missing-field"


@pytest.mark.parametrize(
    "raw",
    [
        b"{", b"[]", b"null", b"7", b'"text"', b'{"budget_tokens": NaN}', b'{"budget_tokens": Infinity}',
        b'{"reason": "a", "reason": "b"}', b"\xff\xfe{}", b'{"a": 1}{"b": 2}', b'{"a": 08}',
        b'{"a":' * 60 + b"1" + b"}" * 60, b'{"a":' + b"[" * 100_000,
    ],
    ids=lambda raw: repr(raw[:20]),
)  # fmt: skip
def test_a_body_that_is_no_plain_json_object_is_refused(cast: Cast, raw: bytes) -> None:
    answer = Speaker(cast.ben).post("requests", raw)

    assert (answer.status, answer.code) == (400, "invalid-json")
    assert events_of(cast.ben, "act.refused") == [
        "Ben Osei was not allowed to ask for a goal: the body is not JSON. No money moved."
    ]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x"]
)
def test_any_other_content_type_is_refused(cast: Cast, client: Client, kind: str) -> None:
    headers = {**Speaker(cast.ben).headers, "Idempotency-Key": "1"}

    answer = answer_of(client.post("/api/v1/requests", json.dumps(GOAL), content_type=kind, headers=headers))

    assert (answer.status, answer.code) == (415, "unsupported-media-type")
    assert Request.objects.count() == 0


def test_ten_megabytes_are_refused_before_anybody_reads_them(cast: Cast) -> None:
    answer = Speaker(cast.ben).post("requests", {**GOAL, "objective": "x" * 10_000_000})

    assert (answer.status, answer.code) == (413, "body-too-large")
    assert answer["numbers"]["max_bytes"] == 1_048_576


def test_a_body_of_unsaid_length_is_refused_and_not_taken_for_an_empty_one(
    cast: Cast, client: Client
) -> None:
    headers = {**Speaker(cast.ben).headers, "Idempotency-Key": "1", "Transfer-Encoding": "chunked"}

    answer = answer_of(client.generic("POST", "/api/v1/requests", headers=headers))

    assert (answer.status, answer.code) == (411, "length-required")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": "0"}, "limit"), ({"limit": "08"}, "limit"), ({"limit": "1e1"}, "limit"), ({"limit": "201"}, "limit"),
        ({"limit": "-1"}, "limit"), ({"limit": ""}, "limit"), ({"cursor": "!"}, "cursor"),
        ({"cursor": "AAAA"}, "cursor"), ({"cursor": "LTE"}, "cursor"), ({"phase": "Active"}, "phase"),
        ({"owner": "ben"}, "owner"),
        ({"cost_centre": "a\x00b"}, "cost_centre"), ({"fase": "active"}, "fase"), ({"limit": ["1", "2"]}, "limit"),
        ({"format": "api"}, "format"),
    ],
)  # fmt: skip
def test_a_query_is_read_as_strictly(cast: Cast, query: dict[str, Any], field: str) -> None:
    answer = Speaker(cast.ada).get("goals", **query)

    assert (answer.status, answer["field"]) == (400, field)


@pytest.mark.parametrize(
    "name",
    [
        "G-1", "G-00001", "g-0001", "G-0001%20", "goal-1", "01", "0", "-1", "1.0", "1e0", "%EF%BC%91", "G-%EF%BC%91111",
        "G-9999", "9999", "goal-00000000-0000-4000-8000-000000000001", "%00", "G-0001'", "9" * 30, "G-" + "9" * 30,
    ],
)  # fmt: skip
def test_a_goal_has_its_id_and_its_reference_and_no_other_name(cast: Cast, name: str) -> None:
    signed_goal(cast)

    answer = Speaker(cast.ada).get(f"goals/{name}")

    assert (answer.status, answer.code) == (404, "not-found")


def test_a_goal_answers_to_its_id_and_its_reference(cast: Cast) -> None:
    goal, ada = signed_goal(cast), Speaker(cast.ada)

    by_id, by_ref, by_number = (
        ada.get(f"goals/{name}") for name in (goal.pk, goal.ref, str(goal.account_id))
    )

    assert by_id.body == by_ref.body == by_number.body
    assert by_id["ref"] == goal.ref


def test_the_wrong_revision_moves_nothing_and_is_kept_once(cast: Cast) -> None:
    goal, olu = signed_goal(cast), Speaker(cast.olu)
    before = _everything()

    answers = [olu.post(f"goals/{goal.ref}/pause", {"revision": 7}) for _ in range(3)]

    assert {(answer.status, answer.code) for answer in answers} == {(409, "GOAL_STALE_REVISION")}
    assert answers[0]["numbers"]["current"] == {"id": goal.pk, "revision": 1}
    assert _everything() == before
    assert events_of(cast.olu, "act.refused") == [
        f"Olu Mensah was not allowed to pause a goal, {goal.ref}: the goal moved. No money moved."
    ]
    Goal.objects.get(pk=goal.pk, phase="active", revision=1)


def test_the_exact_words_of_a_refusal_stand_in_its_facts(cast: Cast) -> None:
    answer = Speaker(cast.ben).post("requests", {**GOAL, "budget_tokens": "08"})

    facts = json.loads(Event.objects.get(action="act.refused").body)["facts"]
    assert facts == {"code": "invalid", "detail": answer["detail"], "field": "budget_tokens"}


def _everything() -> dict[str, Any]:
    return Account.objects.aggregate(
        Sum("spent_tokens"), Sum("held_tokens"), Sum("budget_tokens"), Sum("entry_seq")
    )
