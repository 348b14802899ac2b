"""Reads one report: the total judges between the readings, the convention where it cannot.

Rule of safety: on a contradiction the larger stands and a flag says so. Never looks at other reports.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.options import Option, input_options, output_options
from goals.agent.usage.parts import Parts
from goals.agent.usage.reading import Counts


@dataclass(frozen=True, slots=True)
class Report:
    """One usage object, read. ``bases`` are its two main counts as named, before anything was added."""

    counts: Counts
    total: int | None
    bases: tuple[int | None, int | None]
    input_flags: Flags = NO_FLAGS
    output_flags: Flags = NO_FLAGS
    flags: Flags = NO_FLAGS


def judge(parts: Parts, *, replied: bool) -> Report:
    """``replied``: the response shows text, reasoning or a tool call, so an output of 0 is no count."""
    parts = _without_impossible_zeros(parts, replied=replied)
    if parts.prompt is not None and parts.completion is not None:
        return _both_told(parts, input_options(parts, parts.prompt), output_options(parts, parts.completion))
    return _from_total(parts, replied=replied)


def _without_impossible_zeros(parts: Parts, *, replied: bool) -> Parts:
    """A prompt of 0 that made something, and an answer of 0 that is there, were not counted."""
    total = parts.total or 0
    if parts.prompt == 0 and not parts.cache and ((parts.completion or 0) + parts.thought or total):
        parts = replace(parts, prompt=None)
    if parts.completion == 0 and not parts.thought and (replied or (parts.prompt is None and total)):
        parts = replace(parts, completion=None)
    return parts


def _both_told(parts: Parts, inputs: list[Option], outputs: list[Option]) -> Report:
    for output in outputs:
        for input_ in inputs:
            if input_.value + output.value == parts.total:
                return _report(parts, input_.value, output.value, output_flags=output.odd)
    return _by_convention(parts, inputs[0], outputs[0])


def _by_convention(parts: Parts, input_: Option, output: Option) -> Report:
    value, doubts = output.value, output.forced
    if parts.total is not None:
        surplus = parts.total - input_.value - output.value
        value += max(surplus, 0)
        doubts |= {Flag.TOTAL_ABOVE_PARTS if surplus > 0 else Flag.TOTAL_BELOW_PARTS}
    return _report(parts, input_.value, value, input_flags=input_.forced, output_flags=doubts)


def _from_total(parts: Parts, *, replied: bool) -> Report:
    """One side told, or none: the other follows from the total if that leaves anything possible."""
    if parts.prompt is not None:
        told = input_options(parts, parts.prompt)[0]
        rest, doubts = remainder(parts.total, told.value, zero_fits=not replied)
        return _report(parts, told.value, rest, input_flags=told.forced, output_flags=doubts)
    if parts.completion is not None:
        told = output_options(parts, parts.completion)[0]
        rest, doubts = remainder(parts.total, told.value, zero_fits=told.value == 0)
        return _report(parts, rest, told.value, input_flags=doubts, output_flags=told.forced)
    return _report(parts, None, None)


def remainder(total: int | None, told: int, *, zero_fits: bool) -> tuple[int | None, Flags]:
    """What the total leaves for a missing side, and the doubt it carries; ``None`` if it cannot be."""
    if total is None:
        return None, NO_FLAGS
    rest = total - told
    if rest < 0:
        return None, frozenset({Flag.TOTAL_BELOW_PARTS})
    if rest == 0 and not zero_fits:
        return None, NO_FLAGS
    return rest, frozenset({Flag.PART_FROM_TOTAL})


def _report(
    parts: Parts,
    input_: int | None,
    output: int | None,
    *,
    input_flags: Flags = NO_FLAGS,
    output_flags: Flags = NO_FLAGS,
) -> Report:
    return Report(
        counts=Counts(input_, parts.cached, parts.written, output, parts.reasoning),
        total=parts.total,
        bases=(parts.prompt, parts.completion),
        input_flags=input_flags,
        output_flags=output_flags,
        flags=parts.flags,
    )
