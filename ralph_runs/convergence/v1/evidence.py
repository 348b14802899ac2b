"""What two blockers have in common, weighed. The rules read it; it decides nothing."""

from dataclasses import dataclass
from functools import cached_property

from ralph_runs.convergence.v1 import frames, troubles
from ralph_runs.convergence.v1.identity import EXCUSABLE, ATTRIBUTES, CONTAINERS, SOLE, WEAK, is_strong, same_name, shared
from ralph_runs.convergence.v1.vocabulary import VOCABULARY
from ralph_runs.convergence.values import Identifier, ReadBlocker, Word

WEIGHT = {"object": 1.0, "role": 0.5, "generic": 0.3}
ATTRIBUTE_WEIGHT = 0.7  # a month, a status: it describes, it does not name
ACT_WEIGHT = 0.4  # an unknown verb or adverb
COMPOUND_WEIGHT = 1.0
PAIR_WEIGHT = 0.6  # a pair of Chinese characters that no table knows


@dataclass(frozen=True)
class Evidence:
    """The pair under judgement. Properties are computed once, when a rule asks."""

    a: ReadBlocker
    b: ReadBlocker

    @cached_property
    def shared(self) -> tuple[Identifier, ...]:
        """Names both have, also where one side writes the name as a plain word."""
        both = list(shared(self.a.identifiers, self.b.identifiers))
        both += _named_and_worded(self.a, self.b) + _named_and_worded(self.b, self.a)
        return tuple({one.value: one for one in both}.values())

    @cached_property
    def shared_strong(self) -> tuple[Identifier, ...]:
        return tuple(one for one in self.shared if is_strong(one.type))

    @cached_property
    def apart(self) -> tuple[str, ...]:
        """Types of name that both use and of which they share none, unless a sole object they share excuses it."""
        excused = EXCUSABLE if any(one.type in SOLE for one in self.shared) else frozenset()
        types = {one.type for one in self.a.identifiers} & {one.type for one in self.b.identifiers}
        return tuple(sorted(t for t in types if t not in excused and self._nothing_in_common(t)))

    def _nothing_in_common(self, type_: str) -> bool:
        """No name of the type on either side stands on the other, under this type or any that it can meet."""
        a, b = self.a.identifiers, self.b.identifiers
        mine, theirs = [x for x in a if x.type == type_], [y for y in b if y.type == type_]
        return not shared(mine, b) and not shared(theirs, a)

    @cached_property
    def leaf(self) -> bool:
        """Whether they share a name that says what the blocker is about, not only where it shows."""
        return any(one.type not in CONTAINERS | ATTRIBUTES for one in self.shared_strong)

    @cached_property
    def exchanged(self) -> bool:
        return not self.two_languages and frames.exchanged(self.a, self.b, names_only=self.leaf)

    @cached_property
    def contradictory(self) -> bool:
        return troubles.contradictory(self.a.trouble, self.b.trouble)

    @cached_property
    def same_trouble(self) -> bool:
        return troubles.compatible(self.a.trouble, self.b.trouble)

    @cached_property
    def same_class(self) -> bool:
        """Whether both speak of one class of trouble, and not only of failing or waiting."""
        return bool(self.a.trouble & self.b.trouble - troubles.NEUTRAL)

    @cached_property
    def one_is_silent(self) -> bool:
        """Whether one side only says that it fails or waits."""
        return not (self.a.trouble - troubles.NEUTRAL and self.b.trouble - troubles.NEUTRAL)

    @cached_property
    def two_languages(self) -> bool:
        return _is_chinese(self.a) != _is_chinese(self.b)

    @cached_property
    def _contents(self) -> tuple[dict[str, float], dict[str, float]]:
        return _content(self.a, self.two_languages), _content(self.b, self.two_languages)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Concepts both have, without what goes wrong."""
        mine, theirs = self._contents
        return tuple(sorted(mine.keys() & theirs.keys()))

    @cached_property
    def common_weight(self) -> float:
        mine, _ = self._contents
        return sum(mine[word] for word in self.words)

    @cached_property
    def telling(self) -> float:
        """Weight of the shared words that are things, roles and generic nouns left out."""
        mine, _ = self._contents
        return sum(mine[word] for word in self.words if mine[word] > WEIGHT["role"])

    @cached_property
    def share_of_smaller(self) -> float:
        mine, theirs = self._contents
        smaller = min(sum(mine.values()), sum(theirs.values()))
        return self.common_weight / smaller if smaller else 0.0

    @cached_property
    def share_of_larger(self) -> float:
        mine, theirs = self._contents
        larger = max(sum(mine.values()), sum(theirs.values()))
        return self.common_weight / larger if larger else 0.0


def _named_and_worded(named: ReadBlocker, worded: ReadBlocker) -> list[Identifier]:
    texts = {word.text.casefold() for word in worded.words if word.group == "object"}
    return [one for one in named.identifiers if one.value in texts]


def _is_chinese(read: ReadBlocker) -> bool:
    said = [word for word in read.words if word.group != "stop"] or read.words
    han = sum(1 for word in said if "\u3400" <= word.text[:1] <= "\u9fff")
    return 2 * han > len(said)


def _content(read: ReadBlocker, bilingual_only: bool) -> dict[str, float]:
    weights = {}
    for word in read.words:
        if word.group in WEIGHT and (word.bilingual or not bilingual_only):
            weights.update(_weights(word))
    for one in read.identifiers:
        weights.setdefault(one.value, ATTRIBUTE_WEIGHT if one.type in ATTRIBUTES else 1.0)
    return weights


def _weights(word: Word) -> dict[str, float]:
    """A thing of several words counts by its words, and half a word more for being that thing."""
    if "\u3400" <= word.concept[:1] <= "\u9fff":
        return {word.concept: PAIR_WEIGHT}
    if "-" not in word.concept:
        return {word.concept: _acts(word) or WEIGHT[word.group]}
    entries = [(part, VOCABULARY.word(part)) for part in word.concept.split("-")]
    known = {entry.concept if entry else part: WEIGHT.get(entry.group, 0.3) if entry else 1.0 for part, entry in entries}
    return {**known, word.concept: COMPOUND_WEIGHT}


def _acts(word: Word) -> float | None:
    """The weight of an unknown word that looks like a verb or an adverb, else None."""
    text = word.text.casefold()
    if word.bilingual or not text.endswith(("ed", "ing", "ly")) or VOCABULARY.word(text) is not None:
        return None
    return ACT_WEIGHT


def weak_only(types: tuple[str, ...]) -> bool:
    return all(type_ in WEAK for type_ in types)
