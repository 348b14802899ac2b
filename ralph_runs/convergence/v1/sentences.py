"""Says decisions in plain sentences. Decides nothing."""

from collections.abc import Sequence

from ralph_runs.convergence.values import ComparedRounds, Identifier, OpenRun, ReportedText

_SILENT = ("label", "resolved")
_LONGEST_QUOTE = 160
_PLAIN_MISSING = frozenset({"variable", "package", "secret", "command"})
_WHY = {
    "same-text": "the texts are equal but for what is ignored",
    "other-object": "both name a thing of one kind, and not the same one",
    "other-in-same-sentence": "one sentence in which only the thing was exchanged",
    "other-trouble": "what goes wrong is something else",
    "shared-identifier": "shared identifier, nothing against it",
    "shared-words": "enough words for things in common, nothing against it",
    "too-little-in-common": "too little in common",
    "declared-same": "the report refers to the open blocker of the round before",
    "refers-back": "the report only says that it is as before",
}


def pair(rule: str, shared: Sequence[Identifier], words: Sequence[str], apart: Sequence[str]) -> str:
    """Why a pair is the same or not: "Same: shared identifier, nothing against it (DATABASE_URL)."."""
    verdict = "Not the same" if rule.startswith(("other", "too")) else "Same"
    told = apart if apart and rule == "other-object" else [one.text for one in shared] or words
    detail = ", ".join(told)
    return f"{verdict}: {_WHY[rule]} ({detail})." if detail else f"{verdict}: {_WHY[rule]}."


def ignored_kinds(texts: Sequence[ReportedText]) -> tuple[str, ...]:
    """What was ignored in these texts, as plain words, each once, in the order of first sight."""
    kinds = (one.kind for text in texts for one in text.read.ignored if one.kind not in _SILENT)
    return tuple(dict.fromkeys(kinds))


def stopped(
    texts: Sequence[ReportedText], pairs: Sequence[ComparedRounds], rule: str, ignored: Sequence[str]
) -> str:
    """The sentence of a stop: where, which rounds, what they reported, what was ignored."""
    rounds = _listed([str(text.round) for text in texts])
    each = "both" if len(texts) == 2 else "each"
    sentence = (
        f"Stopped after round {texts[-1].round}: rounds {rounds} {each} reported {_what(texts, pairs, rule)}."
    )
    return f"{sentence} Ignored: {', '.join(ignored)}." if ignored else sentence


def not_stopped(rounds: int, open_runs: Sequence[OpenRun], threshold: int) -> str:
    """The sentence where nothing stops."""
    longest = max((run.length for run in open_runs), default=0)
    if not rounds:
        return "Not stopped: no round has settled."
    if longest >= threshold:
        return f"Not stopped after round {rounds}: the blocker stands, but its count moves towards the end."
    return f"Not stopped after round {rounds}: the longest open run is {longest} of {threshold}."


def _what(texts: Sequence[ReportedText], pairs: Sequence[ComparedRounds], rule: str) -> str:
    names = _names_in_all(texts, pairs)
    missing = all("missing" in text.read.trouble for text in texts)
    if missing and len(names) == 1 and names[0].type in _PLAIN_MISSING:
        return f"that {names[0].text} is missing"
    quote = _quote(texts[-1].raw)
    if rule == "same-text" or not names:
        return quote if rule == "same-text" else f"the same thing in other words, last as {quote}"
    return f"the same about {_listed([one.text for one in names[:3]])}, last as {quote}"


def _names_in_all(texts: Sequence[ReportedText], pairs: Sequence[ComparedRounds]) -> list[Identifier]:
    shared = [{one.value for one in pair.verdict.shared_identifiers} for pair in pairs]
    values = set.intersection(*shared) if shared else set()
    last = {one.value: one for one in texts[-1].read.identifiers}
    return [one for value, one in last.items() if value in values]


def _quote(raw: str) -> str:
    text = " ".join(raw.split())
    if len(text) > _LONGEST_QUOTE:
        text = text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
    return f"“{text.rstrip('.。')}”"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
