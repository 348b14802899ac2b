"""The rules in their order. The first that applies decides a pair, and its name is the reason."""

from collections.abc import Callable

from ralph_runs.convergence.v1 import sentences
from ralph_runs.convergence.v1.evidence import Evidence, weak_only
from ralph_runs.convergence.v1.identity import ATTRIBUTES
from ralph_runs.convergence.values import PairVerdict, ReadBlocker

Rule = Callable[[Evidence], bool | None]


def same_text(e: Evidence) -> bool | None:
    """Nothing but noise differs."""
    if e.a.canonical or e.b.canonical:
        return True if e.a.canonical == e.b.canonical else None
    return True if " ".join(e.a.raw.casefold().split()) == " ".join(e.b.raw.casefold().split()) else None


def other_object(e: Evidence) -> bool | None:
    """Both name a thing of one type, and not the same one."""
    if not e.apart:
        return None
    if weak_only(e.apart):
        return None if e.shared_strong or set(e.apart) <= {"condition"} else False
    return False


def other_in_same_sentence(e: Evidence) -> bool | None:
    """One sentence, in which only the thing was exchanged."""
    return False if e.exchanged else None


def other_trouble(e: Evidence) -> bool | None:
    """What goes wrong with it is something else."""
    if e.leaf or (e.telling >= 2 and e.share_of_larger >= 0.75):
        return False if e.contradictory else None
    return None if e.same_trouble else False


def shared_identifier(e: Evidence) -> bool | None:
    """They share a name and nothing speaks against it."""
    if e.leaf:
        return True
    places = [one for one in e.shared_strong if one.type not in ATTRIBUTES]
    return True if places and (e.share_of_smaller >= 0.5 or e.a.trouble & e.b.trouble) else None


def shared_words(e: Evidence) -> bool | None:
    """No name in common, but enough words for things."""
    enough = 0.0 if e.same_class else 0.35 if e.one_is_silent else 0.6
    if e.telling >= 1 and e.share_of_smaller >= 0.5 and e.share_of_larger >= enough:
        return True
    if e.words and e.share_of_larger >= 0.8 and e.same_class:
        return True
    return None


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
    """Whether two readings are the same blocker. Symmetric in the answer."""
    evidence = Evidence(a, b)
    for name, rule in RULES:
        same = rule(evidence)
        if same is not None:
            break
    return PairVerdict(
        same=same is True,
        rule=name,
        shared_identifiers=evidence.shared,
        shared_words=evidence.words,
        sentence=sentences.pair(name, evidence.shared, evidence.words, evidence.apart),
    )
