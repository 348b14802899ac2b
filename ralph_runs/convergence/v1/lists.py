"""Writes a list of words as one text, so that long lists stay readable. Holds no list."""


def ordered(text: str) -> tuple[str, ...]:
    """The words of a text that blanks separate, in their order."""
    return tuple(text.split())


def listed(text: str) -> frozenset[str]:
    """The words of a text that blanks separate, as a set."""
    return frozenset(text.split())


def paired(text: str) -> frozenset[frozenset[str]]:
    """Unordered pairs: "a/b c/d"."""
    return frozenset(frozenset(pair.split("/")) for pair in text.split())
