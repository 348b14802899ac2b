"""Questions that stop nothing: a blocker that needs a person, asked at its first report, and patterns shown once."""

from __future__ import annotations

import pytest

from governance.errors import Forbidden, Invalid
from governance.models import Event
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene

KEY = {"text": "PORTAL_API_KEY is not set.", "kind": "access", "needs": "the key"}
KEY_AGAIN = {"text": "The variable PORTAL_API_KEY is still missing.", "kind": "missing-input"}
PRICE = {"text": "Decide whether invoice INV-2041 is paid at the old or the new price.", "kind": "decision"}
DISK = {"text": "The disk of build-07 is full.", "kind": "infrastructure"}


def asked(scene: Scene, cause: str = "blocker-needs-person") -> list[str]:
    return [question.sentence for question in scene.questions if question.cause == cause]


def test_a_blocker_that_needs_a_person_is_asked_about_at_its_first_report(scene: Scene) -> None:
    scene.round(governed("continue", KEY, DISK))

    assert asked(scene) == [
        "Round 1 reports that a person is needed: “PORTAL_API_KEY is not set.”. What would clear it: “the key”. "
        "The run goes on."
    ]
    (question,) = scene.questions
    assert (question.stops, question.assigned_to) == (False, scene.cast.ben)
    assert scene.fresh().phase == "active"
    assert Event.objects.filter(action="blocker.asked").count() == 1


def test_the_same_one_is_not_asked_about_again_and_another_is(scene: Scene) -> None:
    scene.round(governed("continue", KEY))
    scene.round(governed("continue", KEY_AGAIN, PRICE))

    assert [("PORTAL_API_KEY" in text, "INV-2041" in text) for text in asked(scene)] == [
        (True, False),
        (False, True),
    ]


def test_a_blocker_that_first_came_without_a_kind_is_asked_about_when_it_says_so(scene: Scene) -> None:
    scene.round(governed("continue", KEY["text"]))
    assert asked(scene) == []
    scene.round(governed("continue", KEY))
    assert len(asked(scene)) == 1


def test_a_placeholder_needs_nobody(scene: Scene) -> None:
    scene.round(governed("continue", {"text": "none", "kind": "access"}, {"text": "无", "kind": "decision"}))

    assert scene.questions == []


def test_the_stop_asks_about_everything_that_is_open(scene: Scene) -> None:
    for _ in range(3):
        scene.round(governed("continue", KEY))

    assert [(question.cause, question.status) for question in scene.questions] == [
        ("blocker-needs-person", "moot"),
        ("repeated-blocker", "open"),
    ]


def test_what_the_owner_tells_reaches_the_next_agent_under_their_name(scene: Scene) -> None:
    scene.round(governed("continue", KEY))
    question = scene.answer(
        "blocker-needs-person", "tell", "It is in credentials/portal.key.", by=scene.cast.ben
    )
    scene.round(governed())

    opening = scene.opening(2)
    assert opening.splitlines()[-3] == (
        f'Said by "Ben Osei" to "{question.sentence}": "Tell the next agent", in these words: '
        '"It is in credentials/portal.key."'
    )
    assert scene.fresh().phase == "active"


def test_somebody_without_a_part_in_the_goal_cannot_tell(scene: Scene) -> None:
    scene.round(governed("continue", KEY))
    with pytest.raises(Forbidden):
        scene.answer("blocker-needs-person", "tell", "Use mine.", by=scene.cast.eve)
    with pytest.raises(Invalid, match="has no answer 'resume'"):
        scene.answer("blocker-needs-person", "resume", "Go on.", by=scene.cast.ben)


def test_two_blockers_that_take_turns_raise_an_alarm_once_and_stop_nothing(scene: Scene) -> None:
    for number, text in enumerate([KEY["text"], DISK["text"]] * 3):
        scene.round(governed("continue", text, evidence=[f"part {number}"]))

    assert scene.fresh().phase == "active"
    assert asked(scene, "loop-alarm") == [
        "Two blockers take turns: rounds 1 and 3 report one, rounds 2 and 4 the other."
    ]
    (question,) = scene.questions
    assert (question.stops, question.subject) == (False, "run 1: alternation")
    scene.answer("loop-alarm", "noted", "Expected while both are down.", by=scene.cast.olu)
    scene.round(governed("continue", KEY["text"], evidence=["part 7"]))
    assert scene.open_causes == []


def test_identical_reports_and_rounds_without_new_evidence_are_shown(scene: Scene) -> None:
    for _ in range(4):
        scene.round(governed())

    subjects = [question.subject for question in scene.questions]
    assert subjects == ["run 1: identical-reports", "run 1: no-evidence"]
    assert scene.fresh().phase == "active"


def test_rounds_that_are_each_blocked_by_something_new_are_shown(scene: Scene) -> None:
    names = ("amber.csv", "birch.csv", "cedar.csv", "delta.csv")
    for name in names:
        scene.round(governed("continue", f"The file {name} does not exist.", evidence=[name]))

    assert [question.subject for question in scene.questions] == ["run 1: always-new"]
    assert scene.fresh().phase == "active"
