"""The grammar of /goal: from the text after the word to what is asked. Never decides what is allowed."""

import re
from dataclasses import dataclass

from goals.enums import Phase
from goals.errors import GoalError
from goals.state import Current, GoalState
from goals.values import JS_WHITESPACE, trim


@dataclass(frozen=True, slots=True)
class Show:
    """Tell where the goal stands."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Clear the goal."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the goal."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume the goal."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Give the goal another objective."""

    objective: str


@dataclass(frozen=True, slots=True)
class EditWithoutText:
    """An edit that says nothing. A mistake: it changes nothing and is no objective."""


@dataclass(frozen=True, slots=True)
class Objective:
    """Ask for a goal with this objective."""

    objective: str


Command = Show | Clear | Pause | Resume | Edit | EditWithoutText | Objective


@dataclass(frozen=True, slots=True)
class Reply:
    """What the command answers when the domain is not asked, or has refused."""

    ok: bool
    text: str


_WHOLE_INPUT: dict[str, Command] = {
    "": Show(), "clear": Clear(), "pause": Pause(), "resume": Resume(), "edit": EditWithoutText(),
}  # fmt: skip
# ASCII: without it the dotless i of Turkish would spell edit too.
_EDIT = re.compile(rf"edit[{JS_WHITESPACE}]+(?P<text>.+)", re.IGNORECASE | re.ASCII | re.DOTALL)


def parse(text: str) -> Command:
    """What the input after /goal asks for.

    A control word counts in any case, but only as the whole input: "pause the old exporter" is an
    objective. `edit` takes the text after any whitespace.
    """
    whole = trim(text)
    if (control := _WHOLE_INPUT.get(whole.lower())) is not None:
        return control
    if (edit := _EDIT.fullmatch(whole)) is not None:
        return Edit(edit["text"])
    return Objective(whole)


def meant(command: Command, *, current: Current) -> Command:
    """The command as it applies to the goal: to edit a completed goal is to ask for a fresh one."""
    if isinstance(command, Edit) and isinstance(current, GoalState) and current.phase is Phase.COMPLETE:
        return Objective(command.objective)
    return command


def without_goal(command: Clear | Pause | Resume | Edit) -> Reply:
    """The answer where there is no current goal: nothing to clear is fine, anything else is an error."""
    if isinstance(command, Clear):
        return Reply(ok=True, text="There is no goal to clear.")
    verb = type(command).__name__.lower()
    return Reply(ok=False, text=f"There is no goal to {verb}. Ask for one with /goal <objective>.")


def edit_without_text() -> Reply:
    return Reply(ok=False, text="Say what the objective shall be: /goal edit <objective>.")


def refused(error: GoalError) -> Reply:
    """The one answer to every refusal of the domain. Any other exception is for the caller's caller."""
    return Reply(ok=False, text=f"The goal command was refused. {error.message}")
