"""Recognises files and folders. What of a path belongs to one run only is ignored; the rest is the name."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Sheet
from ralph_runs.convergence.v1.vocabulary import GENERIC, STOP, TROUBLE, VOCABULARY

SEGMENT = r"[A-Za-z0-9_.@~+=%$-]"
_POSITION = (
    r"(?::\d{1,7}(?::\d{1,6})?(?!\w)|:?\s?\[\d{1,7}\s?,\s?\d{1,6}\]|:?\s?\(\d{1,7}(?:\s?,\s?\d{1,6})?\))?"
)
_ABSOLUTE = re.compile(rf"(?<![\w.:/~-])(~?/{SEGMENT}++(?:/{SEGMENT}++)*+/?)({_POSITION})")
_RELATIVE = re.compile(rf"(?<![\w/.@-])((?:\.{{1,2}}/)?+(?:{SEGMENT}++/)++(?:{SEGMENT}++)?+)({_POSITION})")
_WINDOWS = re.compile(
    r"(?<![\w])([A-Za-z]:\\[^\s\"'<>|:*?\u3400-\u9fff]{1,500}"
    r"|\\\\[\w.$-]{1,80}(?:\\[\w.$-]{1,120}){0,12})()"
)
_NODE = re.compile(
    r"(?<![\w/.~-])(/?(?:[\w.~-]{1,120}/){0,20}[\w.-]{1,120}\.\w{2,5})"
    r"((?:::[\w-]{1,200}(?:\[[^\]\n]{0,120}\])?){1,4})"
)
_EXTENSIONS = (
    "py|pyi|ipynb|ts|tsx|js|jsx|mjs|cjs|vue|svelte|java|kt|kts|scala|groovy|cs|fs|vb|go|rs|rb|php|c|h|cc|cpp|hpp|"
    "swift|m|mm|lua|pl|r|jl|ex|exs|erl|hs|clj|dart|sol|sh|bash|ps1|bat|cmd|sql|html|htm|css|scss|less|xml|xsd|"
    "xslt|json|jsonl|ya?ml|toml|ini|cfg|conf|env|properties|lock|txt|md|rst|csv|tsv|xlsx?|xlsm|ods|docx?|pptx?|"
    "pdf|png|jpe?g|gif|svg|tiff?|zip|tar|gz|tgz|bz2|xz|7z|jar|war|whl|so|dll|exe|bin|dat|db|sqlite|parquet|avro|"
    "proto|graphql|tf|tfvars|hcl|pem|crt|cer|key|p12|pfx|jks|lic|licence|license|log|bak|tmp|qif|ofx|mt940|sta|o|a"
)
_FILE = re.compile(
    r"(?<![\w/\\.@-])([\w\u3400-\u9fff][\w\u3400-\u9fff+~-]{0,120}(?:\.[\w+~-]{1,60}){0,4}?"
    rf"\.(?:{_EXTENSIONS}))(?![\w-]|\.\w)({_POSITION})",
    re.IGNORECASE,
)
_API_SEGMENT = re.compile(r"^(?:api|rest|graphql|rpc|v\d{1,2})$")
_ROOTS = listed(
    "tmp temp builds build workspace workspaces runner jenkins agent _work work folders checkout ci"
)
_HOMES = ("home", "users")
_SHORT_LIVED = (".log", ".out", ".err", ".trace", ".tmp")
_VOLATILE_SEGMENT = re.compile(
    r"^(?:\d{1,12}|[0-9a-fA-F-]{16,}|(?=\w{0,40}\d)[0-9a-f]{6,40}|tmp[\w.-]{0,40}"
    r"|[a-z]{1,20}[-_.](?=[a-z]{0,11}\d)[0-9a-z]{2,12}"
    r"|[a-z]{1,12}(?:-[a-z]{1,12}){1,3}-(?=[a-z]{0,11}\d)[0-9a-z_]{4,12})$"
)
_DEEPEST_VOLATILE = 8


def path_marks(start: int, text: str) -> Iterator[Mark]:
    """The part of a path that stays, as a name, and what changes from run to run before it, as ignored."""
    segments = text.replace("\\", "/").casefold().split("/")
    keep = _first_lasting(segments)
    prefix = len("/".join(segments[:keep])) + (1 if 0 < keep < len(segments) else 0)
    if prefix:
        yield Mark(start, start + min(prefix, len(text)), IGNORED, "temporary folder", "")
    lasting = [part for part in segments[keep:] if part not in ("", ".", "..")]
    if keep and lasting and lasting[-1].endswith(_SHORT_LIVED):
        yield Mark(start + prefix, start + len(text), IGNORED, "temporary file", "")
    elif lasting:
        value = ("…/" if keep else "") + "/".join(lasting)
        yield Mark(start + prefix, start + len(text), NAMED, _path_type(lasting), value)


def _first_lasting(segments: list[str]) -> int:
    """Index of the first segment behind home folders, build roots and what they number."""
    keep = 0
    home = next((i for i, part in enumerate(segments[:3]) if part in _HOMES), None)
    if home is not None and len(segments) > home + 2:
        keep = home + 2
    roots = [i for i, part in enumerate(segments[:-1]) if part in _ROOTS]
    if roots:
        volatile = [
            i for i, part in enumerate(segments[: _DEEPEST_VOLATILE + 1]) if _VOLATILE_SEGMENT.match(part)
        ]
        keep = max([keep, *(i + 1 for i in volatile)])
        if roots[-1] < keep or segments[0] == "":
            keep = max(keep, roots[-1] + 1)
    return keep


def _path_type(segments: list[str]) -> str:
    return "endpoint" if any(_API_SEGMENT.match(part) for part in segments[:3]) else "path"


def paths(sheet: Sheet) -> Iterator[Mark]:
    """Absolute, relative and Windows paths; a position behind them is ignored."""
    for regex in (_WINDOWS, _ABSOLUTE, _RELATIVE):
        for found in regex.finditer(sheet.text):
            text = found.group(1).rstrip(".-:")
            if regex is not _RELATIVE or _looks_like_path(text):
                yield from path_marks(found.start(1), text)
                yield from _position(found, 2)


def _position(found: re.Match[str], group: int) -> Iterator[Mark]:
    if found.group(group):
        yield Mark(found.start(group), found.end(group), IGNORED, "line number", "")


def _looks_like_path(text: str) -> bool:
    parts = [part for part in text.split("/") if part]
    if not parts or all(part.replace(".", "").isdigit() for part in parts):
        return False
    telling = re.search(r"[_.\d]", text) is not None or text.count("/") > 1 or text.endswith("/")
    return telling or ("-" in text and len(parts) > 1)


def nodes(sheet: Sheet) -> Iterator[Mark]:
    """Test ids such as tests/test_a.py::test_b: the file and the test apart."""
    for found in _NODE.finditer(sheet.text):
        yield from path_marks(found.start(1), found.group(1))
        name = found.group(2)[2:].split("::")[-1]
        yield Mark(found.start(2) + 2, found.end(2), NAMED, "test", name.casefold())


def files(sheet: Sheet) -> Iterator[Mark]:
    """Names with a known extension."""
    for found in _FILE.finditer(sheet.text):
        start = found.start(1) + _running_in(found.group(1))
        name = sheet.text[start : found.end(1)]
        yield Mark(start, found.end(1), NAMED, "path", name.casefold())
        yield from _position(found, 2)


def _running_in(name: str) -> int:
    """How many characters of Chinese wording run into a file name: 找不到文件七月工资.xlsx."""
    start = 0
    while (known := VOCABULARY.term(name, start)) is not None:
        entry, length = known
        if entry.group not in (GENERIC, STOP, TROUBLE) or name[start + length] == ".":
            break
        start += length
    return start
