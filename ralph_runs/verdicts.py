"""A verdict of the rule as plain JSON values, as it is stored, shown and compared for ever. Decides nothing."""

from __future__ import annotations

from typing import Any

from ralph_runs.convergence import ComparedRounds, Identifier, Ignored, ReportedText, Span, Verdict


def plain(verdict: Verdict) -> dict[str, Any]:
    """Strings, ints, lists and None only. Spans are [start, end] in the raw text, None for a structured field."""
    return {
        "version": verdict.version,
        "threshold": verdict.threshold,
        "stop_round": verdict.stop_round,
        "which": verdict.which,
        "rule": verdict.rule,
        "sentence": verdict.sentence,
        "ignored": list(verdict.ignored),
        "texts": [_text(each) for each in verdict.texts],
        "pairs": [_pair(each) for each in verdict.pairs],
        "open_runs": [{"text": run.raw, "rounds": list(run.rounds)} for run in verdict.open_runs],
        "alarms": [
            {"code": alarm.code, "rounds": list(alarm.rounds), "sentence": alarm.sentence}
            for alarm in verdict.alarms
        ],
    }


def _text(text: ReportedText) -> dict[str, Any]:
    return {
        "round": text.round,
        "text": text.raw,
        "ignored": [_ignored(each) for each in text.read.ignored],
        "identifiers": [_identifier(each) for each in text.read.identifiers],
    }


def _pair(pair: ComparedRounds) -> dict[str, Any]:
    verdict = pair.verdict
    return {
        "earlier": pair.earlier,
        "later": pair.later,
        "same": verdict.same,
        "rule": verdict.rule,
        "sentence": verdict.sentence,
        "identifiers": [each.text for each in verdict.shared_identifiers],
        "words": list(verdict.shared_words),
    }


def _ignored(ignored: Ignored) -> dict[str, Any]:
    return {"kind": ignored.kind, "text": ignored.text, "span": _span(ignored.span)}


def _identifier(found: Identifier) -> dict[str, Any]:
    return {"type": found.type, "value": found.value, "text": found.text, "span": _span(found.span)}


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]
