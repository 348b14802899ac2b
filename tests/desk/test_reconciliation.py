"""A provider's export against the ledger: what matches, what is missing, what is extra, and what is asked for."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from goals.models import Attempt
from goals.reconciliation.export_file import Mapped, lines
from goals.reconciliation.running import ask_corrections, reconcile
from governance.errors import Invalid
from governance.models import LedgerEntry, Request
from tests.desk.making import Maker
from tests.desk.opening import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def maker(db: None) -> Maker:
    made = Maker(seed=12)
    while Attempt.objects.filter(usage_state="reported", tokens__gt=50).count() < 4:
        made.goal(rounds=2, accept=False)
    return made


def _export(*, change: int = 0, leave_out: int = 0, add: str = "") -> str:
    rows = ["Date,Model Name,Request ID,Prompt_Tokens,Completion_Tokens,Cost (USD)"]
    for place, call in enumerate(Attempt.objects.order_by("started_at", "pk")):
        if place < leave_out:
            continue
        tokens = call.tokens + (change if place == leave_out else 0)
        day = f"{call.started_at:%Y-%m-%d}"
        rows.append(f"{day},{call.returned_model or call.model},{call.pk},{tokens},0,{call.money:f}")
    return "\n".join([*rows, add] if add else rows)


MAPPED = Mapped(names={"cost": "Cost (USD)"})


def test_an_export_of_the_same_calls_agrees(maker: Maker) -> None:
    done = reconcile(_export(), MAPPED)

    assert (done.found.clean, done.found.by_call, len(done.found.pairs)) == (
        True,
        True,
        Attempt.objects.count(),
    )


def test_variances_missing_calls_and_extra_lines_are_told_apart(maker: Maker) -> None:
    day = f"{Attempt.objects.earliest('started_at').started_at:%Y-%m-%d}"
    found = reconcile(_export(change=7, leave_out=1, add=f"{day},other-model,req-1,10,5,0.01"), MAPPED).found

    assert [pair.more_tokens for pair in found.variances] == [7]
    assert [call.attempt for call in found.missing] == [
        str(Attempt.objects.order_by("started_at", "pk")[0].pk)
    ]
    assert [(line.request, line.tokens, line.cost) for line in found.extra] == [
        ("req-1", 15, Decimal("0.01"))
    ]
    assert [day.model for day in found.days if day.ours_tokens == 0] == ["other-model"]


def test_each_variance_becomes_a_request_and_its_entry_once_signed(maker: Maker) -> None:
    done = reconcile(_export(change=-7), MAPPED)
    asked = ask_corrections(acting=maker.desk.acting("ada"), done=done, reason="The bill of November.")
    maker.desk.sign(asked[0], by="dee")

    entry = LedgerEntry.objects.latest("pk")
    assert (len(asked), entry.kind, entry.tokens, entry.flags) == (1, "credit", 7, "signed-correction")
    assert reconcile(_export(), MAPPED).found.clean


def test_the_command_says_what_differs_and_fails(maker: Maker, tmp_path: object) -> None:
    path = tmp_path / "usage.csv"  # type: ignore[operator]
    path.write_text(_export(change=7))
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", str(path), "--cost", "Cost (USD)", stdout=out)

    assert ended.value.code == 1
    assert "+7 tokens" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("reconcile", str(path), "--cost", "Nothing like it", stdout=out)


@pytest.mark.parametrize(
    ("text", "field"),
    [("", "file"), ("date,tokens\n", "model"), ("date,model\n", "input"), ("date,model,tokens\nx,m,1\n", "file"),
     ("date,model,tokens\n2026-01-01,m,1.5\n", "file"), ("date,model,tokens\n2026-01-01,m,-1\n", "file")],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text: str, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        list(lines(text, Mapped()))
    assert refused.value.field == field


def test_the_page_takes_a_file_and_asks_for_corrections(maker: Maker) -> None:
    file = io.BytesIO(_export(change=7).encode())
    file.name = "usage.csv"
    given = {"file": file, "column_cost": "Cost (USD)", "ask": "on", "reason": "The bill."}
    page = logged_in("ada").post("/reports/reconciliation/", given).content.decode()

    assert "Billed otherwise than posted" in page
    assert Request.objects.filter(kind="correction").count() == 1


def test_who_sees_only_their_own_goals_is_told_so() -> None:
    Maker(seed=1)
    assert logged_in("ben").get("/reports/reconciliation/").status_code == 403


@pytest.mark.parametrize("row", ["2026-08-01,scripted-1,,5", "2026-08-01,scripted-1,5", "2026-08-01"])
def test_an_empty_cell_is_asked_about_and_never_taken_for_nothing(row: str) -> None:
    with pytest.raises(Invalid) as refused:
        list(lines(f"date,model,input,output\n{row}\n", Mapped()))

    assert (refused.value.field, "is empty: write 0 for nothing" in refused.value.message) == ("file", True)
