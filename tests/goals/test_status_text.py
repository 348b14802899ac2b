"""The text of /goal for every phase and activation, and that the commands it offers are the ones accepted."""

import pytest

from goals import command, status_text
from goals.command import Clear, Edit, Objective, Pause, Resume
from goals.enums import POLICY_BLOCKS, Activation, BlockCode, Operation
from goals.errors import GoalError
from tests.goals.stories import SECOND_ID, SITUATIONS, Story, story_of, with_rounds

TEXTS = {
    "none": ["No goal.", "Commands: /goal <objective>"],
    "cleared": ["No goal.", "Commands: /goal <objective>"],
    "active, armed": [
        "Goal active and armed, revision 1: the next round may start.",
        "Objective: Reconcile July",
        "Rounds started: 0 of 256",
        "Commands: /goal pause, /goal edit <objective>, /goal clear",
    ],
    "active, disarmed": [
        "Goal active and disarmed, revision 1: no round starts before a resume.",
        "Objective: Reconcile July",
        "Rounds started: 0 of 256",
        "Commands: /goal resume, /goal pause, /goal edit <objective>, /goal clear",
    ],
    "paused": [
        "Goal paused, revision 2.",
        "Objective: Reconcile July",
        "Rounds started: 0 of 256",
        "Commands: /goal resume, /goal edit <objective>, /goal clear",
    ],
    "blocked": [
        "Goal blocked, revision 2.",
        "Objective: Reconcile July",
        "Rounds started: 0 of 256",
        "Blocked (model-reported): The bank file is missing.",
        "Commands: /goal resume, /goal edit <objective>, /goal clear",
    ],
    "complete": [
        "Goal complete, revision 2.",
        "Objective: Reconcile July",
        "Rounds started: 0 of 256",
        "Commands: /goal <objective>, /goal edit <objective>, /goal clear",
    ],
}
CONTROLS = {
    Resume(): Operation.RESUME,
    Pause(): Operation.PAUSE,
    Clear(): Operation.CLEAR,
    Edit("<objective>"): Operation.EDIT,
}


def lines(story: Story) -> list[str]:
    return status_text.render(story.current, activation=story.activation).split("\n")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a3_08_every_phase_is_rendered_with_its_next_commands(situation: str) -> None:
    assert lines(SITUATIONS[situation]()) == TEXTS[situation]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a3_08_the_offered_commands_are_exactly_those_the_domain_accepts(situation: str) -> None:
    story = SITUATIONS[situation]()
    offered = {
        command.parse(text.removeprefix("/goal"))
        for text in status_text.next_commands(story.current, activation=story.activation)
    }

    accepted = {asked for asked, operation in CONTROLS.items() if is_accepted(situation, operation)}
    if is_accepted(situation, Operation.CREATE):
        accepted.add(Objective("<objective>"))
    assert offered == accepted


def is_accepted(situation: str, operation: Operation) -> bool:
    story = SITUATIONS[situation]()
    try:
        if operation is Operation.CREATE:
            story.create(SECOND_ID)
        else:
            story.do(operation, **{"objective": "x"} if operation is Operation.EDIT else {})
    except GoalError:
        return False
    return True


@pytest.mark.parametrize("situation", ["active, disarmed", "paused", "blocked"])
def test_without_a_round_left_no_resume_is_offered_and_the_text_says_why(situation: str) -> None:
    told = lines(with_rounds(SITUATIONS[situation](), started=2, cap=2))

    assert told[-2] == "No round is left under the cap: it has to be raised before the goal can go on."
    assert "/goal resume" not in told[-1]


@pytest.mark.parametrize("code", sorted(POLICY_BLOCKS))
def test_after_a_policy_block_no_resume_is_offered_and_the_text_says_who_answers(code: BlockCode) -> None:
    story = story_of()
    story.do(Operation.BLOCK, reason={"code": code.value, "message": "Stopped."})

    assert lines(story)[-3:] == [
        f"Blocked ({code}): Stopped.",
        "An approver has to answer the escalation of this block before the goal can go on.",
        "Commands: /goal edit <objective>, /goal clear",
    ]


def test_an_armed_goal_at_its_cap_is_not_said_to_go_on() -> None:
    told = lines(with_rounds(SITUATIONS["active, armed"](), started=2, cap=2))

    assert told[0] == "Goal active and armed, revision 1: no further round starts."


def test_a_complete_goal_at_its_cap_needs_no_way_on() -> None:
    told = lines(with_rounds(SITUATIONS["complete"](), started=2, cap=2))

    assert told[-2] == "Rounds started: 2 of 2"


def test_the_activation_of_a_goal_that_is_not_active_is_not_told() -> None:
    story = SITUATIONS["paused"]()
    texts = {status_text.render(story.current, activation=activation) for activation in Activation}

    assert len(texts) == 1
