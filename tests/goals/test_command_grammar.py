"""What the text after /goal asks for, and what is answered when the domain is not asked or refuses."""

import pytest

from goals import command
from goals.command import Clear, Command, Edit, EditWithoutText, Objective, Pause, Reply, Resume, Show
from goals.enums import Operation
from goals.errors import GoalError
from tests.goals.stories import SECOND_ID, SITUATIONS, story_of

SPACES = ["", " ", "\n\t", "\ufeff", "\u3000\u2028"]


@pytest.mark.parametrize("text", SPACES)
def test_a3_02_an_empty_input_only_shows(text: str) -> None:
    assert command.parse(text) == Show()


@pytest.mark.parametrize("around", SPACES)
@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("clear", Clear()),
        ("CLEAR", Clear()),
        ("pause", Pause()),
        ("Pause", Pause()),
        ("resume", Resume()),
        ("rEsUmE", Resume()),
    ],
)
def test_a3_04_a_control_word_in_any_case_is_a_control(around: str, word: str, meaning: Command) -> None:
    assert command.parse(f"{around}{word}{around}") == meaning


@pytest.mark.parametrize(
    "text",
    [
        "pause everything that writes to the ledger",
        "pause.",
        "clear goal",
        "/pause",
        "resume\nthe export",
        "pauses",
        "edited by hand",
        "editor",
        "edit: the plan",
        "edit\x1cthe plan",
        "status",
        "complete",
        "block",
        "re sume",
        "pauſe",
        "ｃｌｅａｒ",
        "edıt the plan",
        "EDİT the plan",
    ],
)
def test_a3_04_only_exact_control_words_are_controls(text: str) -> None:
    assert command.parse(text) == Objective(text)


def test_a3_03_an_objective_is_trimmed_armed_and_starts_at_0_of_256() -> None:
    asked = command.parse(" \ufeff Reconcile July\n ")
    assert asked == Objective("Reconcile July")
    story = SITUATIONS["none"]()

    change = story.create(objective=asked.objective)

    assert (story.goal.objective, story.goal.rounds_started, story.goal.max_rounds) == (
        "Reconcile July",
        0,
        256,
    )
    assert change.effect == "armed"


def test_a3_03_a_second_create_is_refused_without_an_event() -> None:
    story = story_of()

    with pytest.raises(GoalError) as refused:
        story.create(SECOND_ID, objective="Another")

    assert refused.value.code == "GOAL_ALREADY_EXISTS"
    assert len(story.events) == 1


@pytest.mark.parametrize("word", ["edit", "EDIT", "eDiT"])
@pytest.mark.parametrize("space", [" ", "\n", "\t \n", "\u00a0", "\ufeff", "\u3000"])
def test_a3_05_edit_takes_any_case_and_any_whitespace(word: str, space: str) -> None:
    assert command.parse(f" {word}{space}New text\nin two lines ") == Edit("New text\nin two lines")


@pytest.mark.parametrize("text", ["edit", " EDIT ", "edit\n\ufeff"])
def test_a3_05_edit_without_text_is_a_mistake_and_no_objective(text: str) -> None:
    assert command.parse(text) == EditWithoutText()
    assert command.edit_without_text() == Reply(
        ok=False, text="Say what the objective shall be: /goal edit <objective>."
    )


def test_a3_05_an_edit_of_a_completed_goal_asks_for_a_fresh_one_at_revision_1() -> None:
    story = story_of(Operation.COMPLETE)

    asked = command.meant(Edit("Reconcile August"), current=story.current)
    assert asked == Objective("Reconcile August")
    story.create(SECOND_ID, objective=asked.objective)

    assert (story.goal.id, story.goal.revision) == (SECOND_ID, 1)


@pytest.mark.parametrize("situation", ["none", "cleared", "active, armed", "paused", "blocked"])
def test_a3_05_any_other_edit_stays_an_edit(situation: str) -> None:
    asked = command.meant(Edit("Reconcile August"), current=SITUATIONS[situation]().current)

    assert asked == Edit("Reconcile August")


@pytest.mark.parametrize("other", [Show(), Clear(), Pause(), Resume(), Objective("x"), EditWithoutText()])
def test_every_other_command_means_what_it_says(other: Command) -> None:
    assert command.meant(other, current=story_of(Operation.COMPLETE).current) == other


def test_a3_06_without_a_goal_clear_is_fine_and_the_rest_is_an_error() -> None:
    assert command.without_goal(Clear()) == Reply(ok=True, text="There is no goal to clear.")
    assert [command.without_goal(asked) for asked in (Pause(), Resume(), Edit("x"))] == [
        Reply(ok=False, text=f"There is no goal to {verb}. Ask for one with /goal <objective>.")
        for verb in ("pause", "resume", "edit")
    ]


def test_a3_07_any_refusal_of_the_domain_gives_the_one_answer_with_the_way_out() -> None:
    story = story_of(Operation.PAUSE)

    with pytest.raises(GoalError) as refused:
        story.do(Operation.PAUSE)

    assert command.refused(refused.value) == Reply(
        ok=False, text="The goal command was refused. Cannot pause: the goal is paused. Allowed from: active."
    )
