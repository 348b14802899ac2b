"""New workspaces begin with the files of their cost centre, and with nothing that only a link would bring in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from goals.agent.workspaces import files_for, workspace_of
from goals.models import Goal
from governance.errors import Invalid
from tests.cast import Cast
from tests.racing import race
from tests.ralph_runs.scene import signed_goal


@pytest.fixture
def goal(cast: Cast, settings: Any, tmp_path: Path) -> Goal:
    settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(update={"data_dir": tmp_path / "data"})
    return signed_goal(cast)


def _lay(path: str, text: str) -> Path:
    file = files_for("4210") / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def _paths(goal: Goal) -> list[str]:
    return [entry.path for entry in workspace_of(goal.pk).entries(deep=True) if not entry.is_folder]


def test_a_new_workspace_holds_a_copy_of_the_files(goal: Goal) -> None:
    _lay("ledger.csv", "a,1\n")
    _lay("august/statement.csv", "b,2\n")

    assert _paths(goal) == ["august/statement.csv", "ledger.csv"]
    assert workspace_of(goal.pk).read("august/statement.csv") == (b"b,2\n", 4)


def test_what_is_laid_later_reaches_no_workspace_that_has_begun(goal: Goal) -> None:
    _lay("ledger.csv", "a,1\n")
    workspace_of(goal.pk)
    _lay("ledger.csv", "changed\n")
    _lay("more.csv", "c,3\n")

    assert _paths(goal) == ["ledger.csv"]
    assert workspace_of(goal.pk).read("ledger.csv")[0] == b"a,1\n"


def test_without_files_a_workspace_begins_empty(goal: Goal) -> None:
    assert _paths(goal) == []


def test_links_and_second_names_bring_nothing_in(goal: Goal, tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text("not yours")
    folder = _lay("ledger.csv", "a,1\n").parent
    (folder / "link.txt").symlink_to(outside)
    (folder / "twin.txt").hardlink_to(outside)
    (folder / "away").symlink_to(tmp_path)

    assert _paths(goal) == ["ledger.csv"]


def test_a_folder_that_is_a_link_is_not_followed(goal: Goal, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.txt").write_text("not yours")
    files_for("4210").parent.mkdir(parents=True)
    files_for("4210").symlink_to(tmp_path / "elsewhere")

    assert _paths(goal) == []


def test_a_file_too_large_for_a_workspace_is_left_out(goal: Goal) -> None:
    _lay("huge.csv", "x" * (2 * 1024 * 1024 + 1))
    _lay("ledger.csv", "a,1\n")

    assert _paths(goal) == ["ledger.csv"]


@pytest.mark.django_db(transaction=True)
def test_workers_that_come_at_once_find_one_whole_workspace(goal: Goal) -> None:
    for number in range(20):
        _lay(f"{number:02}.csv", "a,1\n")

    assert race(*[lambda: len(_paths(goal))] * 4) == [20] * 4
    assert [path.name for path in (django_settings.COUNTERSIGN.data_dir / "workspaces").iterdir()] == [
        goal.pk
    ]


@pytest.mark.parametrize("code", ["..", "../4210", "", ".hidden", "a/b"])
def test_a_code_that_is_no_name_leads_nowhere(code: str) -> None:
    with pytest.raises(Invalid):
        files_for(code)
