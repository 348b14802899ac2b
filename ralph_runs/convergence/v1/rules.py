"""The rules in their order. The first that applies decides a pair, and its name is the reason."""

from collections.abc import Callable

from ralph_runs.convergence.v1 import sentences
from ralph_runs.convergence.v1.evidence import Evidence
from ralph_runs.convergence.v1.identity import WEAK
from ralph_runs.convergence.values import PairVerdict, ReadBlocker

Rule = Callable[[Evidence], bool | None]


def same_text(e: Evidence) -> bool | None:
    """Nothing but what is ignored differs."""
    if e.a.canonical or e.b.canonical:
        return True if e.a.canonical == e.b.canonical else None
    return True if _plain(e.a.raw) == _plain(e.b.raw) else None


def _plain(raw: str) -> str:
    return " ".join(raw.casefold().split())


def other_object(e: Evidence) -> bool | None:
    """Both name a thing of one type, and not the same one."""
    if not e.apart or set(e.apart) <= {"condition"}:
        return None
    only_weak = set(e.apart) <= WEAK
    return None if only_weak and e.shared_strong else False


def other_in_same_sentence(e: Evidence) -> bool | None:
    """One sentence, in which only the thing was exchanged."""
    return False if e.exchanged else None


def other_trouble(e: Evidence) -> bool | None:
    """What goes wrong is something else. The more they share, the clearer it has to be."""
    if e.shares_object or (e.telling >= 2 and e.share_of_larger >= 0.75):
        return False if e.contradictory else None
    return None if e.compatible else False


def shared_identifier(e: Evidence) -> bool | None:
    """They share a name, and nothing speaks against it. A mere place needs the trouble or half the words as well."""
    if e.shares_object:
        return True
    supported = e.share_of_smaller >= 0.5 or bool(e.a.trouble & e.b.trouble)
    return True if e.shared_places and supported else None


def shared_words(e: Evidence) -> bool | None:
    """No name in common, but half of what the shorter one is about, and at least one thing in it."""
    enough = 0.3 if e.same_class else 0.4 if e.one_is_silent else 0.6
    if e.two_languages:
        enough = max(enough, 0.4)
    if e.telling >= 1 and e.share_of_smaller >= 0.5 and e.share_of_larger >= enough:
        return True
    return True if e.words and e.share_of_larger >= 0.8 and e.same_class else None


def too_little(e: Evidence) -> bool | None:
    """Too little in common to be one blocker."""
    return False


RULES: tuple[tuple[str, Rule], ...] = (
    ("same-text", same_text),
    ("other-object", other_object),
    ("other-in-same-sentence", other_in_same_sentence),
    ("other-trouble", other_trouble),
    ("shared-identifier", shared_identifier),
    ("shared-words", shared_words),
    ("too-little-in-common", too_little),
)
RANK = {name: i for i, name in enumerate(("declared-same", "refers-back", *(name for name, _ in RULES)))}


def compare(a: ReadBlocker, b: ReadBlocker) -> PairVerdict:
    """Whether two readings are the same blocker, the rule that decided, and what they share."""
    evidence = Evidence(a, b)
    answers = ((name, rule(evidence)) for name, rule in RULES)
    name, same = next((name, answer) for name, answer in answers if answer is not None)
    return PairVerdict(
        same=same,
        rule=name,
        shared_identifiers=evidence.shared,
        shared_words=evidence.words,
        sentence=sentences.pair(name, evidence.shared, evidence.words, evidence.apart),
    )
