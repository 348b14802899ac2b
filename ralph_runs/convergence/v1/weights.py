"""How much each word and name of a blocker weighs when two are compared. Compares nothing."""

from ralph_runs.convergence.v1.identity import ATTRIBUTES
from ralph_runs.convergence.v1.stemming import stem
from ralph_runs.convergence.v1.vocabulary import GENERIC, OBJECT, ROLE, VOCABULARY, Entry
from ralph_runs.convergence.values import ReadBlocker, Word

OBJECT_WEIGHT = 1.0
ROLE_WEIGHT = 0.5
GENERIC_WEIGHT = 0.3
ATTRIBUTE_WEIGHT = 0.7  # a month, a status: it describes, it does not name
ACT_WEIGHT = 0.4  # an unknown word that looks like a verb or an adverb
PAIR_WEIGHT = 0.6  # a pair of Chinese characters that no table knows
_BY_GROUP = {OBJECT: OBJECT_WEIGHT, ROLE: ROLE_WEIGHT, GENERIC: GENERIC_WEIGHT}


def content(read: ReadBlocker, bilingual_only: bool) -> dict[str, float]:
    """Weight by concept and name, without what goes wrong. Across languages only what both can say counts."""
    weights: dict[str, float] = {}
    for word in read.words:
        if word.group in _BY_GROUP and (word.bilingual or not bilingual_only):
            weights |= _weights(word)
    for one in read.identifiers:
        key = stem(one.value) if one.value.isalpha() and one.value.isascii() else one.value
        weights.setdefault(key, ATTRIBUTE_WEIGHT if one.type in ATTRIBUTES else OBJECT_WEIGHT)
    return weights


def is_chinese(read: ReadBlocker) -> bool:
    """Whether most of what is said is Chinese."""
    said = [word for word in read.words if word.group != "stop"] or read.words
    return 2 * sum(1 for word in said if _han(word.text)) > len(said)


def _weights(word: Word) -> dict[str, float]:
    """A thing of several words counts by its words, and once more for being that thing."""
    if _han(word.concept):
        return {word.concept: PAIR_WEIGHT}
    if "-" not in word.concept:
        return {word.concept: ACT_WEIGHT if _looks_like_act(word) else _BY_GROUP[word.group]}
    entries = [VOCABULARY.word(part) or Entry(part, OBJECT, True) for part in word.concept.split("-")]
    parts = {entry.concept: _BY_GROUP[entry.group] for entry in entries if entry.group in _BY_GROUP}
    return parts | {word.concept: OBJECT_WEIGHT}


def _looks_like_act(word: Word) -> bool:
    text = word.text.casefold()
    return not word.bilingual and text.endswith(("ed", "ing", "ly")) and VOCABULARY.word(text) is None


def _han(text: str) -> bool:
    return "\u3400" <= text[:1] <= "\u9fff"
