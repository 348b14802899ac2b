"""From a raw response to its reading: find, check, read each report, merge, settle. Holds no rule itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from goals.agent.usage.breakdown import sub_models
from goals.agent.usage.counts import Scan, scan
from goals.agent.usage.find import Source, chunks_of, usage_objects
from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.judge import Report, judge
from goals.agent.usage.merge import merge
from goals.agent.usage.reading import UsageReading, unknown
from goals.agent.usage.reply import generated, reply_missing
from goals.agent.usage.settle import Circumstances, settle
from goals.agent.usage.shapes import read_parts
from goals.agent.usage.stream import ended


@dataclass(frozen=True, slots=True)
class Found:
    """A usage object with at least one count in it, and the chunk it lay in."""

    chunk: int
    source: Source
    scan: Scan


def read(raw: object, *, mode: str, provider: str, limit: int) -> UsageReading:
    chunks = chunks_of(raw, mode=mode)
    found = [
        Found(index, source, scan(source, limit=limit))
        for index, chunk in enumerate(chunks)
        for source in usage_objects(chunk)
    ]
    faults = _flags(item.scan.faults for item in found)
    if faults:
        return unknown(faults)
    told = [item for item in found if item.scan.told]
    active = [item for item in told if item.scan.positive]
    flags = _stream_flags(chunks, active) if mode == "stream" else NO_FLAGS
    if not told:
        return unknown({Flag.USAGE_MISSING} | flags)
    if not active and not reply_missing(chunks):
        return unknown({Flag.USAGE_ALL_ZERO} | flags)
    return _reading(chunks, told, active or told, flags=flags, provider=provider)


def _reading(
    chunks: list[object], told: list[Found], counted: list[Found], *, flags: Flags, provider: str
) -> UsageReading:
    replied = any(map(generated, chunks))
    zero = [_report(item, provider=provider, replied=replied) for item in told if not item.scan.positive]
    as_text = _flags(item.scan.flags for item in told) | _flags(map(sub_models, chunks))
    circumstances = Circumstances(
        replied=replied,
        flags=flags | as_text,
        output_zero_told=any(report.counts.output == 0 for report in zero),
    )
    return settle(merge(_by_chunk(counted, provider=provider, replied=replied)), circumstances)


def _by_chunk(items: list[Found], *, provider: str, replied: bool) -> list[list[Report]]:
    reports: dict[int, list[Report]] = {}
    for item in items:
        reports.setdefault(item.chunk, []).append(_report(item, provider=provider, replied=replied))
    return list(reports.values())


def _report(item: Found, *, provider: str, replied: bool) -> Report:
    return judge(read_parts(item.source, provider=provider), replied=replied)


def _stream_flags(chunks: list[object], active: list[Found]) -> Flags:
    flags = NO_FLAGS if ended(chunks) else frozenset({Flag.STREAM_CUT})
    if active and any(map(generated, chunks[active[-1].chunk + 1 :])):
        flags |= {Flag.USAGE_NOT_FINAL}
    return flags


def _flags(sets: Iterable[Flags]) -> Flags:
    return NO_FLAGS.union(*sets)
