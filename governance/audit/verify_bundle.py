"""Checks an exported record on any computer: python verify_bundle.py bundle.zip [--key PUBLIC_KEY]

Needs Python 3.9 or newer and nothing else: no network, no database, no other file. Reads only.

What is proved: the two signatures (Ed25519), every file's digest, every event's hash and its place in its
stream, that each stream ends where the signed checkpoint says, every row by the digest that exactly one
event names, and the counts and totals of the manifest.
Answers OK (exit 0), BROKEN with every fault found (1), or NOT FULLY CHECKED (2).
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, Optional, Tuple  # noqa: UP035 - for Python 3.9

Point = Tuple[int, int, int, int]  # noqa: UP006
GENESIS = "0" * 64
SIGNED = {"manifest.json": "countersign-bundle-1", "checkpoint.json": "countersign-checkpoint-1"}
DATA = ("events.jsonl", "rows.jsonl")
OTHERS = ("public_key.txt", "verify_bundle.py", "README.txt")
REPEATABLE = "transcript"

# Ed25519 as RFC 8032 states it: integers modulo P, points of -x^2 + y^2 = 1 + d x^2 y^2.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recovered_x(y: int, sign: int) -> Optional[int]:  # noqa: UP045
    """The x that belongs to y, or None if no point has this y."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def point_of(encoded: bytes) -> Optional[Point]:  # noqa: UP045
    """The point in extended coordinates (X, Y, Z, T), or None."""
    if len(encoded) != 32:
        return None
    number = int.from_bytes(encoded, "little")
    y = number & (1 << 255) - 1
    x = recovered_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def added(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(factor: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = added(total, point)
        point, factor = added(point, point), factor >> 1
    return total


def signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this key (32 bytes) signed the message with this signature (64 bytes)."""
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or len(signature) != 64 or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    base_y = 4 * pow(5, P - 2, P) % P
    base_x = recovered_x(base_y, 0) or 0
    left = times(s, (base_x, base_y, 1, base_x * base_y % P))
    right = added(r, times(k, a))
    return not (
        (left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P
    )


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Report:
    """What was read and found. `doubts` say what could not be checked, `notes` what the reader must do."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.doubts: list[str] = []
        self.notes: list[str] = []
        self.events = self.rows = 0
        self.ends: dict[str, tuple[int, str]] = {}
        self.named: dict[str, int] = {}
        self.met: set[str] = set()
        self.accounts: dict[str, dict[str, int]] = {}
        self.digests: dict[str, str] = {}

    @property
    def word(self) -> str:
        return "BROKEN" if self.faults else "NOT FULLY CHECKED" if self.doubts else "OK"

    def take_event(self, line: str) -> None:
        """Check one line of events.jsonl against what came before it in its stream."""
        self.events += 1
        try:
            event = json.loads(line)
            stream, seq = event["stream"], event["seq"]
            last, head = self.ends.get(stream, (0, GENESIS))
            if fault := event_fault(event, last + 1, head):
                self.faults.append(f"{stream} event {seq} {fault}")
            self.ends[stream] = (seq, event["hash"])
            for name in json.loads(event["body"])["covers"]:
                self.named[name] = self.named.get(name, 0) + 1
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.faults.append(f"line {self.events} of events.jsonl is not an event ({error!r})")

    def take_row(self, line: str) -> None:
        """Check one line of rows.jsonl against the names that events gave."""
        self.rows += 1
        try:
            row = json.loads(line)
            kind, key, text = row["kind"], row["key"], row["text"]
            name = f"{kind}:{key}:{digest(text)}"
            named = self.named.get(name, 0)
            if named == 0 or (named > 1 and kind != REPEATABLE) or len(row) != 3:
                self.faults.append(f"{kind} {key} as it stands is named by {named} events, not by one")
            if name in self.met and kind != REPEATABLE:
                self.faults.append(f"{kind} {key} is there twice")
            self.met.add(name)
            if kind == "entry":
                self.add_up(json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.faults.append(f"line {self.rows} of rows.jsonl is not a row ({error!r})")

    def add_up(self, entry: dict[str, Any]) -> None:
        sign = {"post": 1, "overrun": 1, "charge": 1, "credit": -1}.get(entry["kind"], 0)
        account = self.accounts.setdefault(str(entry["account"]), {"entries": 0, "tokens": 0, "money": 0})
        account["entries"] += 1
        account["tokens"] += sign * entry["tokens"]
        account["money"] += sign * units(entry["money"])


def event_fault(event: dict[str, Any], place: int, head: str) -> str:
    """What is wrong with the event that should be at this place after this head, or ""."""
    if set(event) != {"stream", "seq", "previous", "hash", "body"}:
        return "has other fields than an event"
    line = f"1|{event['stream']}|{event['seq']}|{event['previous']}|{digest(event['body'])}"
    if event["seq"] != place:
        return f"stands where event {place} should be: something is missing, put in or moved"
    if event["previous"] != head:
        return "does not follow the event before it"
    if digest(line) != event["hash"]:
        return "was edited: its text does not give its hash"
    told = json.loads(event["body"])
    if canonical(told) != event["body"] or (told["stream"], told["seq"], told["v"]) != (
        event["stream"],
        place,
        1,
    ):
        return "has a text that belongs elsewhere"
    return ""


def units(amount: str) -> int:
    """An amount with ten places as a whole number."""
    whole, _, places = amount.lstrip("-").partition(".")
    return (-1 if amount.startswith("-") else 1) * int(whole + places.ljust(10, "0"))


def check_signature(name: str, document: dict[str, Any], key: str, report: Report) -> None:
    stated = {field: value for field, value in document.items() if field != "signature"}
    public, signature = str(document.get("public_key")), str(document.get("signature"))
    try:
        good = signed_by(bytes.fromhex(public), canonical(stated).encode(), bytes.fromhex(signature))
    except ValueError:
        good = False
    if not good:
        report.faults.append(f"{name} was changed after it was signed")
    elif key and public != key:
        report.faults.append(f"{name} is signed by {public}, not by {key}")
    elif document.get("format") != SIGNED[name]:
        report.doubts.append(
            f"{name} has the format {document.get('format')}, which this program does not know"
        )


def check_manifest(manifest: dict[str, Any], checkpoint: dict[str, Any], report: Report) -> None:
    """Where the signed documents say something else than what was read."""
    for name, found in report.digests.items():
        if manifest["files"].get(name) != found:
            report.faults.append(f"{name} is not the file that the manifest was made with")
    if (manifest["events"], manifest["rows"]) != (report.events, report.rows):
        report.faults.append(f"the manifest counts {manifest['events']} events and {manifest['rows']} rows")
    if manifest["streams"] != {stream: [1, seq] for stream, (seq, _head) in report.ends.items()}:
        report.faults.append("the manifest lists other streams, or other first and last numbers")
    if sorted([stream, *end] for stream, end in report.ends.items()) != checkpoint["streams"]:
        report.faults.append("the streams do not end where the signed checkpoint says")
    stated = {
        account: {
            "entries": one["entries"],
            "tokens": one["spent_tokens"],
            "money": units(one["spent_money"]),
        }
        for account, one in manifest["accounts"].items()
    }
    if stated != report.accounts:
        report.faults.append("the manifest states other totals than the ledger entries add up to")


def check_files(names: list[str], report: Report) -> bool:
    wanted, there = {*SIGNED, *DATA, "public_key.txt"}, set(names)
    report.faults += [f"{name} is missing" for name in sorted(wanted - there)]
    report.faults += [f"{name} does not belong here" for name in sorted(there - wanted - set(OTHERS))]
    report.faults += [f"{name} is there twice" for name in sorted(there) if names.count(name) > 1]
    return wanted <= there


def check(path: str, key: str = "") -> Report:
    """Everything this program can say about the bundle in this file."""
    report = Report()
    with zipfile.ZipFile(path) as bundle:
        if not check_files(bundle.namelist(), report):
            return report
        for line in lines_of(bundle, "events.jsonl", report):
            report.take_event(line)
        for line in lines_of(bundle, "rows.jsonl", report):
            report.take_row(line)
        missing = sorted(name.rpartition(":")[0] for name in report.named.keys() - report.met)
        report.faults += [f"{name} is not in the bundle as an event names it" for name in missing]
        public = bundle.read("public_key.txt").decode("ascii", "replace").strip()
        try:
            documents = {name: json.loads(bundle.read(name)) for name in SIGNED}
            for name, document in documents.items():
                check_signature(name, document, key or public, report)
            check_manifest(documents["manifest.json"], documents["checkpoint.json"], report)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            report.faults.append(f"manifest or checkpoint cannot be read ({error!r})")
    if not key:
        report.notes.append(f"Signed with {public}. Is that the key you were given by other means?")
    return report


def lines_of(bundle: zipfile.ZipFile, name: str, report: Report) -> Iterator[str]:
    """Lines of a file in the bundle; its digest is noted at the end."""
    seen = hashlib.sha256()
    with bundle.open(name) as file:
        for line in file:
            seen.update(line)
            yield line.decode("utf-8", "replace")
    report.digests[name] = seen.hexdigest()


def tell(report: Report) -> Iterable[str]:
    yield f"{report.word}: {report.events:,} events in {len(report.ends):,} streams, {report.rows:,} rows."
    yield from (f"  BROKEN: {fault}." for fault in report.faults[:50])
    if len(report.faults) > 50:
        yield f"  and {len(report.faults) - 50:,} more."
    yield from (f"  not checked: {doubt}." for doubt in report.doubts)
    if not report.faults:
        for account, one in sorted(report.accounts.items(), key=lambda pair: int(pair[0])):
            yield f"  G-{int(account):04d}: {one['tokens']:,} tokens spent, in {one['entries']:,} ledger entries."
    yield from (f"  {note}" for note in report.notes)


def main(arguments: list[str]) -> int:
    key = ""
    if "--key" in arguments:
        place = arguments.index("--key")
        key = "".join(arguments[place + 1 : place + 2]).strip().lower()
        arguments = arguments[:place] + arguments[place + 2 :]
    if len(arguments) != 1:
        sys.stdout.write(f"{__doc__}")
        return 2
    try:
        report = check(arguments[0], key)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        sys.stdout.write(f"NOT FULLY CHECKED: {arguments[0]} cannot be read as a bundle ({error}).\n")
        return 2
    sys.stdout.write("\n".join(tell(report)) + "\n")
    return {"OK": 0, "BROKEN": 1, "NOT FULLY CHECKED": 2}[report.word]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
