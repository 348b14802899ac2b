"""The report that ends a round: the only memory between rounds, besides the workspace.

Two profiles. `harness` is the upstream contract: one blocker, empty unless the round is blocked.
`governed` has a list of blockers, which may be reported while work goes on. Decides what a report may
say; never repairs one, never shortens one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from goals import values
from governance import canonical
from governance.strict.fields import shown
from ralph_runs import bounds, parsing
from ralph_runs.faults import ReportFault

Status = Literal["continue", "complete", "blocked"]
NEEDS_A_PERSON = frozenset({"decision", "access", "missing-input"})


def _trimmed(text: str) -> str:
    if not text or text != values.trim(text):
        raise ValueError("must be text without white space around it")
    return text


def _trimmed_or_empty(text: str) -> str:
    return _trimmed(text) if text else text


Text = Annotated[str, AfterValidator(_trimmed)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Blocker(_Strict):
    """One thing that stops progress."""

    text: Text = Field(description="What stops progress, with exact names of what is missing or wrong.")
    kind: Text | None = Field(
        None,
        description="decision, access or missing-input if a person is needed; else one word of your own.",
    )
    object: Text | None = Field(None, description="The exact thing: a variable, file, host, person.")
    needs: Text | None = Field(None, description="What would clear it.")
    ref: Text | None = Field(None, description="B1, B2 … if it is that open blocker of the previous handoff.")

    @property
    def needs_a_person(self) -> bool:
        return (self.kind or "").casefold().replace("_", "-").replace(" ", "-") in NEEDS_A_PERSON


class _Common(_Strict):
    status: Status
    summary: Text = Field(description="What this round did, for people and for the next agent.")
    evidence: list[Text] = Field(description="What shows it: files, figures, checks.")
    nextSteps: list[Text] = Field(description="What the next agent should do, in order.")


class GovernedReport(_Common):
    blockers: list[Blocker] = Field(description="Everything that stops progress now; empty if nothing does.")


class HarnessReport(_Common):
    blocker: Annotated[str, AfterValidator(_trimmed_or_empty)] = Field(
        description="Empty unless the status is blocked."
    )


CONTRACTS: Mapping[str, type[GovernedReport] | type[HarnessReport]] = {
    "governed": GovernedReport,
    "harness": HarnessReport,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A valid report. `text` is its compact JSON as submitted, `units` the size of that text."""

    profile: str
    status: str
    summary: str
    evidence: tuple[str, ...]
    next_steps: tuple[str, ...]
    blockers: tuple[Blocker, ...]
    text: str
    units: int

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return canonical.digest(self.text)

    @property
    def items(self) -> list[dict[str, str]]:
        """The blockers as the rule of convergence takes them, and as they are stored with its decision."""
        return [blocker.model_dump(exclude_none=True) for blocker in self.blockers]


def read(raw: str, *, profile: str, limit: int) -> Report:
    """The report that a submission is. Raises ReportFault with the one reason why it is none."""
    return validate(parsing.parse(raw, limit=limit), profile=profile, limit=limit)


def validate(value: Any, *, profile: str, limit: int) -> Report:
    """The report that a JSON value is. Raises ReportFault."""
    if not isinstance(value, dict):
        raise ReportFault("not-an-object", "A report is one object.")
    found = bounds.require_within(value, limit)
    try:
        given = CONTRACTS[profile].model_validate(value)
    except ValidationError as error:
        raise _fault(error) from None
    report = Report(
        profile=profile, status=given.status, summary=given.summary, evidence=tuple(given.evidence),
        next_steps=tuple(given.nextSteps), blockers=_blockers(given), text=bounds.compact(value), units=found,
    )  # fmt: skip
    _require_readable(report)
    _require_consistent(report)
    return report


def _blockers(given: GovernedReport | HarnessReport) -> tuple[Blocker, ...]:
    if isinstance(given, GovernedReport):
        return tuple(given.blockers)
    return (Blocker(text=given.blocker),) if given.blocker else ()


def _require_readable(report: Report) -> None:
    for where, text in _texts(report):
        if fault := values.unreadable(text.replace("\r\n", "\n")):
            raise ReportFault("unreadable", f"{where} {fault}.")


def _texts(report: Report) -> Iterator[tuple[str, str]]:
    yield "summary", report.summary
    yield from ((f"evidence.{place}", text) for place, text in enumerate(report.evidence))
    yield from ((f"nextSteps.{place}", text) for place, text in enumerate(report.next_steps))
    for place, item in enumerate(report.items):
        yield from ((f"blockers.{place}.{name}", text) for name, text in item.items())


def _require_consistent(report: Report) -> None:
    """The table of what a status must and must not come with."""
    status, lists = report.status, report.profile == "governed"
    for broken, sentence in (
        (status == "continue" and not report.next_steps, "continue needs at least one next step"),
        (status == "continue" and report.blockers and not lists, "continue comes without a blocker"),
        (status == "complete" and not report.evidence, "complete needs at least one piece of evidence"),
        (status == "complete" and report.next_steps, "complete comes without next steps"),
        (status == "complete" and report.blockers, "complete comes without a blocker"),
        (status == "blocked" and not report.blockers, "blocked needs a blocker"),
    ):
        if broken:
            raise ReportFault("contradiction", f"The report contradicts itself: {sentence}.")


def _fault(error: ValidationError) -> ReportFault:
    first = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    match first["type"]:
        case "missing":
            return ReportFault("missing-field", f"The report has no {where}.")
        case "extra_forbidden":
            return ReportFault(
                "unknown-field", f"The report has a field {shown(where)} that is not in the contract."
            )
        case "literal_error":
            return ReportFault(
                "unknown-status", f"{where} is {shown(first['input'])}; it is continue, complete or blocked."
            )
        case "value_error":
            return ReportFault("blank-or-untrimmed", f"{where} must be text without white space around it.")
    return ReportFault("wrong-type", f"{where} is {shown(first['input'])}: {first['msg'].lower()}.")
