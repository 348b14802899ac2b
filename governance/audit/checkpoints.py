"""Signed statements of where every stream stood. Kept elsewhere, one proves that a later record extends it.

Catches what no look at the database alone can: an end cut off together with its head, or a whole stream
written anew. Signing and comparing only; where the file is kept is for people to decide.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from governance import canonical, clock
from governance.audit import heads, keys, reading
from governance.audit.faults import Fault, How, Verdict
from governance.errors import Invalid

FORMAT = "countersign-checkpoint-1"
PAGE = 500
Place = tuple[str, int, str]


def make(streams: Sequence[str] | None = None) -> dict[str, Any]:
    """A signed checkpoint of these streams or of all, as of one instant."""
    with reading.snapshot():
        return of(streams)


def of(streams: Sequence[str] | None) -> dict[str, Any]:
    """As `make`, in the caller's snapshot."""
    found = heads.every_head() if streams is None else _named(streams)
    return keys.signed(
        {
            "format": FORMAT,
            "at": canonical.instant(clock.now()),
            "scope": "all" if streams is None else streams[0],
            "streams": [list(place) for place in sorted(found)],
        }
    )


def _named(streams: Sequence[str]) -> Iterator[Place]:
    return ((name, seq, head) for name, (seq, head) in heads.heads_of(streams).items() if seq)


def read(path: str | Path) -> dict[str, Any]:
    """The checkpoint in this file. Raises Invalid where it is none."""
    try:
        found = json.loads(Path(path).read_bytes())
        if found["format"] != FORMAT:
            raise ValueError(f"its format is {found['format']!r}")
        for stream, seq, head in found["streams"]:
            if not (isinstance(stream, str) and type(seq) is int and isinstance(head, str)):
                raise ValueError("a place in it is not a stream, a number and a head")
        if not (isinstance(found["public_key"], str) and isinstance(found["signature"], str)):
            raise ValueError("it is not signed")
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}.", field="against") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Invalid(f"{path} is not a checkpoint ({error}).", field="against") from error
    return found


def compare(
    verdict: Verdict, path: str | Path, *, key: str | None = None, streams: Sequence[str] | None = None
) -> None:
    """Add to the verdict whether the record extends the checkpoint in this file, as far as it was looked at.

    `key` is the public key that must have signed it; by default this installation's own. Raises Invalid.
    """
    checkpoint = read(path)
    if doubt := _doubt(checkpoint, key or keys.public()):
        verdict.unchecked.append(doubt)
        return
    wanted = None if streams is None else set(streams)
    places = [(s, seq, head) for s, seq, head in checkpoint["streams"] if wanted is None or s in wanted]
    found = list(_faults(places, checkpoint["at"]))
    verdict.faults.extend(found)
    extended = "does not extend" if found else "extends"
    verdict.notes.append(
        f"The record {extended} the checkpoint of {checkpoint['at']} with {len(places):,} streams, "
        f"signed by {checkpoint['public_key']}."
    )


def _doubt(checkpoint: dict[str, Any], key: str) -> str:
    if not keys.is_sound(checkpoint):
        return "The checkpoint was changed after it was signed, so it proves nothing."
    if checkpoint["public_key"] != key.strip().lower():
        return (
            f"The checkpoint is signed by {checkpoint['public_key']}, which is not the key expected. "
            "If it is one you trust, name it with --key."
        )
    return ""


def _faults(places: Sequence[Place], at: str) -> Iterator[Fault]:
    for start in range(0, len(places), PAGE):
        page = places[start : start + PAGE]
        pairs = ", ".join(["(%s, %s)"] * len(page))
        found = reading.rows(
            f"SELECT stream, seq, hash FROM governance_event WHERE (stream, seq) IN (VALUES {pairs})",  # noqa: S608
            [part for stream, seq, _head in page for part in (stream, seq)],
        )
        hashes = {(stream, seq): hash_ for stream, seq, hash_ in found}
        for stream, seq, head in page:
            yield from _fault(stream, seq, head, hashes.get((stream, seq)), at)


def _fault(stream: str, seq: int, head: str, found: str | None, at: str) -> Iterator[Fault]:
    if found is None:
        yield Fault(
            stream,
            seq,
            How.TRUNCATED,
            f"On {at} this stream had {seq} events; event {seq} is not there any more.",
        )
    elif found != head:
        yield Fault(
            stream,
            seq,
            How.EDITED,
            f"Event {seq} is not the one that stood there on {at}: it was written anew.",
        )
