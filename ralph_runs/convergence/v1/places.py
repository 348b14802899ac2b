"""Recognises where something is: addresses, hosts, ports, paths, files, buckets, mail accounts, endpoints."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet, pattern

_URL = re.compile(r"(?<![\w])([a-zA-Z][a-zA-Z0-9+.-]{1,15})://([^\s\"'<>()\[\]{},;`\u3400-\u9fff]{1,2000})")
_STORES = frozenset("s3 s3a s3n gs gcs abfs abfss wasb wasbs hdfs az oss cos dbfs".split())
_SEGMENT = r"[A-Za-z0-9_.@~+=%$-]"
_POSITION = r"(?::\d{1,7}(?::\d{1,6})?(?!\w)|:?\s?\[\d{1,7}\s?,\s?\d{1,6}\]|:?\s?\(\d{1,7}(?:\s?,\s?\d{1,6})?\))?"
_ABSOLUTE = re.compile(rf"(?<![\w.:/~-])(~?/{_SEGMENT}++(?:/{_SEGMENT}++)*+/?)({_POSITION})")
_RELATIVE = re.compile(rf"(?<![\w/.@-])((?:\.{{1,2}}/)?+(?:{_SEGMENT}++/)++(?:{_SEGMENT}++)?+)({_POSITION})")
_WINDOWS = re.compile(r"(?<![\w])([A-Za-z]:\\[^\s\"'<>|:*?\u3400-\u9fff]{1,500}|\\\\[\w.$-]{1,80}(?:\\[\w.$-]{1,120}){0,12})")
_NODE = re.compile(r"(?<![\w/.~-])(/?(?:[\w.~-]{1,120}/){0,20}[\w.-]{1,120}\.\w{2,5})((?:::[\w-]{1,200}(?:\[[^\]\n]{0,120}\])?){1,4})")
_EXTENSIONS = (
    "py|pyi|ipynb|ts|tsx|js|jsx|mjs|cjs|vue|svelte|java|kt|kts|scala|groovy|cs|fs|vb|go|rs|rb|php|c|h|cc|cpp|hpp|"
    "swift|m|mm|lua|pl|r|jl|ex|exs|erl|hs|clj|dart|sol|sh|bash|ps1|bat|cmd|sql|html|htm|css|scss|less|xml|xsd|"
    "xslt|json|jsonl|ya?ml|toml|ini|cfg|conf|env|properties|lock|txt|md|rst|csv|tsv|xlsx?|xlsm|ods|docx?|pptx?|"
    "pdf|png|jpe?g|gif|svg|tiff?|zip|tar|gz|tgz|bz2|xz|7z|jar|war|whl|so|dll|exe|bin|dat|db|sqlite|parquet|avro|"
    "proto|graphql|tf|tfvars|hcl|pem|crt|cer|key|p12|pfx|jks|lic|licence|license|log|bak|tmp|qif|ofx|mt940|sta|o|a"
)
_FILE = re.compile(
    rf"(?<![\w/\\.@-])([\w\u3400-\u9fff][\w\u3400-\u9fff+~-]{{0,120}}(?:\.[\w+~-]{{1,60}}){{0,4}}?\.(?:{_EXTENSIONS}))(?![\w-]|\.\w)({_POSITION})",
    re.IGNORECASE,
)
_TOP = (
    "com|org|net|io|dev|example|internal|local|localdomain|corp|cloud|app|lan|intra|intern|test|cn|de|eu|uk|fr|nl|"
    "pl|ch|se|dk|fi|es|pt|br|ru|jp|kr|hk|tw|sg|us|ca|au|gov|edu|int|info|biz|xyz|bank|tech|ai|co|invalid|svc|home"
)
_HOST = re.compile(rf"(?<![\w@/.-])((?:[a-z0-9](?:[a-z0-9-]{{0,62}}[a-z0-9])?\.){{1,8}}(?:{_TOP}))(?![\w-]|\.\w)(?::(\d{{2,5}})(?!\d))?(?!/\w)", re.IGNORECASE)
_HOST_PATH = re.compile(rf"(?<![\w@/.-])((?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:{_TOP})(?:/[\w.~-]{{1,80}}){{1,8}})", re.IGNORECASE)
_LABEL_PORT = re.compile(r"(?<![\w@/.:-])([a-z][a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,6}):(\d{3,5})(?![\w:.])")
_NO_HOST = frozenset("line port row error status code http col column at exit page item step note position offset".split())
_IP = re.compile(r"(?<![\w.])((?:\d{1,3}\.){3}\d{1,3})(?![\w]|\.\d)(?::(\d{1,5}))?")
_ENDPOINT = re.compile(rf"\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s(/?{_SEGMENT}++(?:/{_SEGMENT}++)*+)")
_MAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6})")
_COORDINATES = r"(?<![\w@/.-])(?:com|org|net|io|dev|edu|gov|de|uk|fr|eu|cn|jp|ch)(?:\.[\w-]{1,60}){1,6}:[a-z][\w.-]{0,80}(?<![.-])"
_API_SEGMENT = re.compile(r"^(?:api|rest|graphql|rpc|v\d{1,2})$")
_ROOTS = frozenset("tmp temp builds build workspace workspaces runner jenkins agent _work work folders checkout ci".split())
_VOLATILE_SEGMENT = re.compile(
    r"^(?:\d{1,12}|[0-9a-fA-F-]{16,}|(?=\w{0,40}\d)[0-9a-f]{6,40}|tmp[\w.-]{0,40}|[a-z]{1,20}[-_.](?=[a-z]{0,11}\d)[0-9a-z]{2,12}"
    r"|[a-z]{1,12}(?:-[a-z]{1,12}){1,3}-(?=[a-z]{0,11}\d)[0-9a-z_]{4,12})$"
)


def _path_marks(start: int, text: str) -> Iterator[Mark]:
    """The part of a path that stays, with what changes from run to run before it ignored."""
    segments = text.replace("\\", "/").casefold().split("/")
    keep = _first_lasting(segments)
    prefix = len("/".join(segments[:keep])) + (1 if 0 < keep < len(segments) else 0)
    if prefix:
        yield Mark(start, start + min(prefix, len(text)), IGNORED, "temporary folder", "")
    lasting = [part for part in segments[keep:] if part not in ("", ".", "..")]
    if keep and lasting and lasting[-1].endswith((".log", ".out", ".err", ".trace", ".tmp")):
        yield Mark(start + prefix, start + len(text), IGNORED, "temporary file", "")
        return
    if lasting:
        value = ("…/" if keep else "") + "/".join(lasting).casefold()
        yield Mark(start + prefix, start + len(text), NAMED, _path_type(lasting), value)


def _first_lasting(segments: list[str]) -> int:
    rooted = {part.casefold() for part in segments[:-1]} & _ROOTS
    user = next((i for i, part in enumerate(segments[:3]) if part.casefold() in ("home", "users")), None)
    keep = 0
    if user is not None and len(segments) > user + 2:
        keep = user + 2
    if rooted:
        volatile = [i for i, part in enumerate(segments) if _VOLATILE_SEGMENT.match(part)]
        keep = max([keep, *(i + 1 for i in volatile if i < 9)])
        last_root = max(i for i, part in enumerate(segments[:-1]) if part.casefold() in _ROOTS)
        keep = max(keep, last_root + 1) if last_root < keep or segments[0] == "" else keep
    return keep


def _path_type(segments: list[str]) -> str:
    return "endpoint" if any(_API_SEGMENT.match(part) for part in segments[:3]) else "path"


def paths(sheet: Sheet) -> Iterator[Mark]:
    """Absolute, relative and Windows paths; a position behind them is ignored."""
    for regex in (_WINDOWS, _ABSOLUTE, _RELATIVE):
        for found in regex.finditer(sheet.text):
            text = found.group(1).rstrip(".-:")
            if regex is _RELATIVE and not _looks_like_path(text):
                continue
            yield from _path_marks(found.start(1), text)
            if regex is not _WINDOWS and found.group(2):
                yield Mark(found.start(2), found.end(2), IGNORED, "line number", "")


def _looks_like_path(text: str) -> bool:
    parts = [part for part in text.split("/") if part]
    if not parts or all(part.replace(".", "").isdigit() for part in parts):
        return False
    telling = re.search(r"[_.\d]", text) is not None or text.count("/") > 1 or text.endswith("/")
    return telling or ("-" in text and len(parts) > 1)


def nodes(sheet: Sheet) -> Iterator[Mark]:
    """Test ids such as tests/test_a.py::test_b: the file and the test apart."""
    for found in _NODE.finditer(sheet.text):
        yield from _path_marks(found.start(1), found.group(1))
        start = found.start(2) + 2
        name = found.group(2)[2:].split("::")[-1]
        yield Mark(start, found.end(2), NAMED, "test", name.casefold())


def urls(sheet: Sheet) -> Iterator[Mark]:
    """Addresses with a scheme: the store or host, and the path without its query."""
    for found in _URL.finditer(sheet.text):
        rest = found.group(2).rstrip(".:!?*_~-")
        start = found.start(2)
        if found.group(1).casefold() in _STORES:
            yield Mark(found.start(), start + len(rest), NAMED, "bucket", rest.rstrip("/").casefold())
            continue
        authority, slash, path = rest.partition("/")
        host = authority.rpartition("@")[2]
        at = start + len(authority) - len(host)
        name, _, port = host.partition(":")
        yield Mark(at, at + len(name), NAMED, "host", name.casefold())
        if port.isdigit():
            yield Mark(at + len(name) + 1, at + len(host), NAMED, "port", port)
        path = re.split(r"[?#]", path)[0].rstrip("/")
        if slash and path:
            at = start + len(authority)
            yield Mark(at, at + 1 + len(path), NAMED, "endpoint", path.casefold())


def endpoints(sheet: Sheet) -> Iterator[Mark]:
    """A method and its path: POST /v1/transfers."""
    for found in _ENDPOINT.finditer(sheet.text):
        path = found.group(2).rstrip(".-:")
        if "/" in path:
            yield Mark(found.start(1), found.end(1), NAMED, "http method", found.group(1).casefold())
            yield Mark(found.start(2), found.start(2) + len(path), NAMED, "endpoint", path.strip("/").casefold())


def files(sheet: Sheet) -> Iterator[Mark]:
    """Names with a known extension; Chinese words that run into the name are cut off by the reader of words."""
    for found in _FILE.finditer(sheet.text):
        yield Mark(found.start(1), found.end(1), NAMED, "path", found.group(1).casefold())
        if found.group(2):
            yield Mark(found.start(2), found.end(2), IGNORED, "line number", "")


def hosts(sheet: Sheet) -> Iterator[Mark]:
    """Host names, with a port if one follows."""
    for regex in (_HOST, _LABEL_PORT):
        for found in regex.finditer(sheet.text):
            if found.group(1).casefold() in _NO_HOST:
                continue
            yield Mark(found.start(1), found.end(1), NAMED, "host", found.group(1).casefold())
            if found.group(2):
                yield Mark(found.start(2), found.end(2), NAMED, "port", found.group(2))


def addresses(sheet: Sheet) -> Iterator[Mark]:
    """IPv4 addresses. They only count where nothing else names the host, so noise where something does."""
    named = any(mark.role == NAMED and mark.type in ("host", "path", "bucket", "endpoint") for mark in sheet.marks)
    for found in _IP.finditer(sheet.text):
        role, type_ = (IGNORED, "address") if named else (NAMED, "host")
        yield Mark(found.start(1), found.end(1), role, type_, found.group(1))
        port = found.group(2)
        if port:
            ephemeral = int(port) >= 32_768
            yield Mark(found.start(2), found.end(2), IGNORED if ephemeral else NAMED, "port", port)


PLACES: tuple[Recogniser, ...] = (
    urls,
    nodes,
    pattern("package", r"(?<![\w@/])(?P<v>@[\w.-]{1,80}/[\w.-]{1,120}(?<![.-]))", role=NAMED),
    pattern("package", _COORDINATES, role=NAMED, flags=re.IGNORECASE),
    pattern("account", _MAIL.pattern, role=NAMED),
    pattern("package", rf"{_HOST_PATH.pattern}", role=NAMED, flags=re.IGNORECASE),
    endpoints,
    paths,
    pattern("path", r"(?<![\w/.-])lib[\w+-]{1,60}\.so(?:\.\d{1,4}){0,4}(?![\w])", role=NAMED, flags=re.IGNORECASE),
    files,
    hosts,
    addresses,
)  # fmt: skip
