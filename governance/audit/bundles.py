"""Writes a part of the record as one file that proves itself elsewhere: events, the rows they vouch for,
a signed checkpoint, a signed manifest, and the program that checks all of it.

A file is written completely or not at all. Reads as of one instant; changes nothing in the books.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from governance import canonical, clock
from governance.audit import checkpoints, covered, keys, reading
from governance.enums import EntryKind
from governance.errors import Conflict
from governance.models import Account, LedgerEntry
from governance.money import ZERO

FORMAT = "countersign-bundle-1"
VERIFIER = Path(__file__).with_name("verify_bundle.py")
README = """An export of the Countersign record.

python verify_bundle.py THIS_FILE.zip --key PUBLIC_KEY

checks it without network and database. Take verify_bundle.py from a place you trust, and the public key
from whoever answers for the service: neither this file nor what lies in it can vouch for itself.
"""
SIGN = {EntryKind.POST: 1, EntryKind.OVERRUN: 1, EntryKind.CHARGE: 1, EntryKind.CREDIT: -1}


class _Bundle:
    """An open bundle: counts what goes in and keeps the digest of every file."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.counts = {"events.jsonl": 0, "rows.jsonl": 0}
        self.digests: dict[str, str] = {}
        self.streams: dict[str, list[int]] = {}
        self.accounts: dict[int, dict[str, Any]] = {}

    def write(self, name: str, lines: Iterator[dict[str, Any]]) -> None:
        seen = hashlib.sha256()
        with self.archive.open(name, "w", force_zip64=True) as file:
            for line in lines:
                written = f"{canonical.text(line)}\n".encode()
                seen.update(written)
                file.write(written)
                self.counts[name] += 1
        self.digests[name] = seen.hexdigest()


def export(path: Path, *, streams: Sequence[str] | None, filters: dict[str, Any]) -> dict[str, Any]:
    """Write these streams, or all, to a new file; the manifest. Raises Conflict if the file is there."""
    draft = path.with_name(f"{path.name}.part")
    if path.exists():
        raise Conflict(f"{path} is already there; exports are never overwritten.", code="file-exists")
    try:
        with reading.snapshot(), zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = _fill(_Bundle(archive), streams, filters)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _fill(bundle: _Bundle, streams: Sequence[str] | None, filters: dict[str, Any]) -> dict[str, Any]:
    bundle.write("events.jsonl", _events(bundle, streams))
    bundle.write("rows.jsonl", _rows(bundle, streams))
    manifest = keys.signed(_manifest(bundle, filters))
    texts = {
        "checkpoint.json": canonical.text(checkpoints.of(streams)), "manifest.json": canonical.text(manifest),
        "public_key.txt": f"{keys.public()}\n", "verify_bundle.py": VERIFIER.read_text(), "README.txt": README,
    }  # fmt: skip
    for name, text in texts.items():
        bundle.archive.writestr(name, text)
    return manifest


def _events(bundle: _Bundle, streams: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    for page in reading.event_pages(streams):
        for stream, seq, previous, hash_, body, *_columns in page:
            bundle.streams.setdefault(stream, [seq, seq])[1] = seq
            yield {"stream": stream, "seq": seq, "previous": previous, "hash": hash_, "body": body}


def _rows(bundle: _Bundle, streams: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    """Every row that these events name, as it stands; one that is named again and again comes once."""
    kinds = covered.kinds()
    for page in reading.event_pages(streams):
        named: dict[str, dict[str, None]] = defaultdict(dict)
        for row in page:
            for name in covered.names_in(row[4]):
                kind, key = name.split(":")[:2]
                named[kind][key] = None
        for kind, names in sorted(named.items()):
            texts = kinds[kind].texts(names) if kind in kinds else {}
            for key, text in texts.items():
                yield {"kind": kind, "key": key, "text": text}
        _add_up(bundle, named.get("entry", {}))


def _add_up(bundle: _Bundle, entries: dict[str, None]) -> None:
    """Control totals of what was spent, from the ledger itself and not from the texts."""
    wanted: dict[int, list[int]] = defaultdict(list)
    for key in entries:
        account, seq = key.split(".")
        wanted[int(account)].append(int(seq))
    for pk, seqs in wanted.items():
        total = bundle.accounts.setdefault(pk, {"entries": 0, "spent_tokens": 0, "spent_money": ZERO})
        rows = LedgerEntry.objects.filter(account=pk, seq__gte=min(seqs), seq__lte=max(seqs))
        for kind, tokens, money in rows.values_list("kind", "tokens", "money"):
            sign = SIGN.get(EntryKind(kind), 0)
            total["entries"] += 1
            total["spent_tokens"] += sign * tokens
            total["spent_money"] += sign * Decimal(money)


def _manifest(bundle: _Bundle, filters: dict[str, Any]) -> dict[str, Any]:
    currencies = dict(Account.objects.filter(pk__in=bundle.accounts).values_list("pk", "currency"))
    return {
        "format": FORMAT,
        "made_at": canonical.instant(clock.now()),
        "filters": filters,
        "events": bundle.counts["events.jsonl"],
        "rows": bundle.counts["rows.jsonl"],
        "streams": bundle.streams,
        "accounts": {str(pk): {**total, "currency": currencies[pk]} for pk, total in bundle.accounts.items()},
        "files": bundle.digests,
    }
