"""What two blockers have in common. The rules read it; it decides nothing."""

from dataclasses import dataclass
from functools import cached_property

from ralph_runs.convergence.v1 import frames, troubles
from ralph_runs.convergence.v1.identity import ATTRIBUTES, CONTAINERS, EXCUSABLE, SOLE, is_strong, shared
from ralph_runs.convergence.v1.weights import ROLE_WEIGHT, content, is_chinese
from ralph_runs.convergence.values import Identifier, ReadBlocker


@dataclass(frozen=True)
class Evidence:
    """The pair under judgement. Each property is computed once, when a rule asks."""

    a: ReadBlocker
    b: ReadBlocker

    @cached_property
    def shared(self) -> tuple[Identifier, ...]:
        """Names both have, also where one side writes the name as a plain word."""
        both = [*shared(self.a.identifiers, self.b.identifiers)]
        both += _named_and_worded(self.a, self.b) + _named_and_worded(self.b, self.a)
        return tuple({one.value: one for one in both}.values())

    @cached_property
    def shared_strong(self) -> tuple[Identifier, ...]:
        return tuple(one for one in self.shared if is_strong(one.type))

    @cached_property
    def shared_places(self) -> tuple[Identifier, ...]:
        """Shared names that are more than an attribute: what the blocker is about, or where it shows."""
        return tuple(one for one in self.shared_strong if one.type not in ATTRIBUTES)

    @cached_property
    def shares_object(self) -> bool:
        """Whether they share a name that says what the blocker is about, not only where it shows."""
        return any(one.type not in CONTAINERS for one in self.shared_places)

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
    def exchanged(self) -> bool:
        return not self.two_languages and frames.exchanged(self.a, self.b, names_only=self.shares_object)

    @cached_property
    def compatible(self) -> bool:
        return troubles.compatible(self.a.trouble, self.b.trouble)

    @cached_property
    def contradictory(self) -> bool:
        return troubles.contradictory(self.a.trouble, self.b.trouble)

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
        return is_chinese(self.a) != is_chinese(self.b)

    @cached_property
    def _contents(self) -> tuple[dict[str, float], dict[str, float]]:
        return content(self.a, self.two_languages), content(self.b, self.two_languages)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Concepts both have, without what goes wrong."""
        mine, theirs = self._contents
        return tuple(sorted(mine.keys() & theirs.keys()))

    @cached_property
    def telling(self) -> float:
        """Weight of the shared words that are things; roles and generic nouns left out."""
        mine, _ = self._contents
        return sum(mine[word] for word in self.words if mine[word] > ROLE_WEIGHT)

    @cached_property
    def _shares(self) -> tuple[float, float]:
        mine, theirs = self._contents
        common = sum(mine[word] for word in self.words)
        wholes = sorted((sum(mine.values()), sum(theirs.values())))
        smaller, larger = (common / whole if whole else 0.0 for whole in wholes)
        return smaller, larger

    @property
    def share_of_smaller(self) -> float:
        return self._shares[0]

    @property
    def share_of_larger(self) -> float:
        return self._shares[1]


def _named_and_worded(named: ReadBlocker, worded: ReadBlocker) -> list[Identifier]:
    texts = {word.text.casefold() for word in worded.words if word.group == "object"}
    return [one for one in named.identifiers if one.value in texts]
