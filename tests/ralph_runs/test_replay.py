"""Every decision is stored with what it was told, and says the same again, for ever, or is found out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from governance import triggers
from governance.errors import AppendOnlyViolation
from governance.models import Event
from ralph_runs import decisions, replaying
from ralph_runs.convergence import MATCHER_VERSION
from ralph_runs.models import Decision
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene

KEY = {"text": "PORTAL_API_KEY is not set.", "kind": "access", "object": "PORTAL_API_KEY"}


@pytest.fixture
def stopped(scene: Scene) -> Scene:
    for number in range(3):
        scene.round(governed("continue", KEY, evidence=[f"part {number}"]))
    assert scene.fresh().blocked_code == "repeated-blocker"
    return scene


def replayed(option: str) -> str:
    out = StringIO()
    call_command("replay", option, stdout=out, stderr=out)
    return out.getvalue()


def test_every_settled_round_has_one_decision_with_its_raw_texts(stopped: Scene) -> None:
    told = [json.loads(decision.input_text)["rounds"] for decision in stopped.decisions]

    assert [[each["round"] for each in rounds] for rounds in told] == [[1], [1, 2], [1, 2, 3]]
    assert told[2][0]["blockers"] == [KEY]
    assert [decision.stops for decision in stopped.decisions] == [False, False, True]
    assert {decision.matcher_version for decision in stopped.decisions} == {str(MATCHER_VERSION)}
    assert stopped.goal.matcher_version == str(MATCHER_VERSION)


def test_a_stop_replays_to_the_same_decision_and_sentence(stopped: Scene) -> None:
    sentence = stopped.goal.blocked_message

    assert replayed("--stops") == f"{stopped.goal.ref} round 3: {sentence}\nOK: 1 stops replay to the same.\n"
    assert replayed("--decisions").splitlines()[-1] == "OK: 3 decisions replay to the same."


def test_a_stop_replays_from_the_record_alone(stopped: Scene) -> None:
    decision = Decision.objects.get(stops=True)
    stopped.answer("repeated-blocker", "resume", "Go on.")
    stopped.round(governed())
    with _past_the_triggers():
        stopped.row(3).run.rounds.update(report_text="", raw_text="")

    assert replaying.prove(decision).fault == ""
    assert decisions.recompute(decision).sentence == decision.sentence


def test_a_replay_of_goals_is_untouched_by_the_option(stopped: Scene) -> None:
    out = StringIO()
    call_command("replay", stdout=out)

    assert out.getvalue() == "OK: 1 goals refold to their rows; rules I1 to I9 hold.\n"


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        ("sentence", "Stopped for no reason.", "the stored decision is not the one that was written"),
        ("threshold", 2, "the stored decision is not the one that was written"),
        ("stops", False, "the stored decision is not the one that was written"),
        ("input_text", '{"rounds":[]}', "the stored decision is not the one that was written"),
    ],
)
def test_a_decision_that_was_altered_is_found_out(
    stopped: Scene, column: str, value: object, fault: str
) -> None:
    decision = Decision.objects.get(stops=True)
    with _past_the_triggers(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE ralph_runs_decision SET {column} = %s WHERE id = %s", [value, decision.pk])
    altered = Decision.objects.get(pk=decision.pk)

    assert replaying.prove(altered).fault == fault
    with pytest.raises(CommandError, match=r"1 of 3 decisions do not replay\."):
        call_command("replay", "--decisions", stdout=StringIO(), stderr=StringIO())


def test_a_decision_whose_digest_was_altered_too_is_vouched_for_by_no_event(stopped: Scene) -> None:
    decision = Decision.objects.get(stops=True)
    decision.sentence = "Stopped for no reason."
    digest = decisions.digest_of(decision)
    with _past_the_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ralph_runs_decision SET sentence = %s, digest = %s WHERE id = %s",
            [decision.sentence, digest, decision.pk],
        )

    found = replaying.prove(Decision.objects.get(pk=decision.pk))
    assert found.fault == "no event of the record vouches for this decision"


def test_a_decision_can_be_neither_changed_nor_deleted(stopped: Scene) -> None:
    decision = Decision.objects.get(stops=True)
    with pytest.raises(AppendOnlyViolation):
        Decision.objects.update(stops=False)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM ralph_runs_decision WHERE id = %s", [decision.pk])


def test_the_record_tells_of_every_decision(stopped: Scene) -> None:
    told = Event.objects.filter(action="blocker.judged").order_by("seq")

    assert [event.sentence for event in told] == [
        f"Countersign compared the blockers of round {number} with those before: {decision.sentence} No money moved."
        for number, decision in enumerate(stopped.decisions, 1)
    ]


@contextmanager
def _past_the_triggers() -> Iterator[None]:
    """Somebody with the database in their hands."""
    triggers.remove(connection)
    try:
        yield
    finally:
        triggers.install(connection)
