"""Proofs that other apps add: each is one name, one line of help and one generator of findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was proved, or (with a `fault`) that was not."""

    subject: str
    sentence: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """`name` is the option that asks for it; `noun` names what is counted."""

    name: str
    noun: str
    help: str
    prove: Callable[[], Iterator[Finding]]


PROOFS: dict[str, Proof] = {}


def register(proof: Proof) -> None:
    """Offer a proof under its name."""
    PROOFS[proof.name] = proof
