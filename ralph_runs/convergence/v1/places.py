"""Recognises where something is on a network: addresses, hosts, ports, stores, mail accounts, endpoints."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.marks import IGNORED, NAMED, Mark, Recogniser, Sheet, pattern
from ralph_runs.convergence.v1.paths import SEGMENT, files, nodes, paths

_URL = re.compile(r"(?<![\w])([a-zA-Z][a-zA-Z0-9+.-]{1,15})://([^\s\"'<>()\[\]{},;`\u3400-\u9fff]{1,2000})")
_STORES = listed("s3 s3a s3n gs gcs abfs abfss wasb wasbs hdfs az oss cos dbfs")
_TOP = (
    "com|org|net|io|dev|example|internal|local|localdomain|corp|cloud|app|lan|intra|intern|test|cn|de|eu|uk|fr|nl|"
    "pl|ch|se|dk|fi|es|pt|br|ru|jp|kr|hk|tw|sg|us|ca|au|gov|edu|int|info|biz|xyz|bank|tech|ai|co|invalid|svc|home"
)
_HOST = re.compile(
    rf"(?<![\w@/.-])((?:[a-z0-9](?:[a-z0-9-]{{0,62}}[a-z0-9])?\.){{1,8}}(?:{_TOP}))(?![\w-]|\.\w)"
    r"(?::(\d{2,5})(?!\d))?(?!/\w)",
    re.IGNORECASE,
)
_HOST_PATH = rf"(?<![\w@/.-])((?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:{_TOP})(?:/[\w.~-]{{1,80}}){{1,8}})"
_LABEL_PORT = re.compile(r"(?<![\w@/.:-])([a-z][a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,6}):(\d{3,5})(?![\w:.])")
_NO_HOST = listed(
    "line port row error status code http col column at exit page item step note position offset"
)
_IP = re.compile(r"(?<![\w.])((?:\d{1,3}\.){3}\d{1,3})(?![\w]|\.\d)(?::(\d{1,5}))?")
_FIRST_EPHEMERAL_PORT = 32_768
_ENDPOINT = re.compile(rf"\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s(/?{SEGMENT}++(?:/{SEGMENT}++)*+)")
_MAIL = r"(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6})"
_SCOPED = r"(?<![\w@/])(?P<v>@[\w.-]{1,80}/[\w.-]{1,120}(?<![.-]))"
_COORDINATES = (
    r"(?<![\w@/.-])(?:com|org|net|io|dev|edu|gov|de|uk|fr|eu|cn|jp|ch)(?:\.[\w-]{1,60}){1,6}"
    r":[a-z][\w.-]{0,80}(?<![.-])"
)
_LIBRARY = r"(?<![\w/.-])lib[\w+-]{1,60}\.so(?:\.\d{1,4}){0,4}(?![\w])"


def urls(sheet: Sheet) -> Iterator[Mark]:
    """Addresses with a scheme: the store or host, and the path without its query."""
    for found in _URL.finditer(sheet.text):
        rest = found.group(2).rstrip(".:!?*_~-")
        if found.group(1).casefold() in _STORES:
            end = found.start(2) + len(rest)
            yield Mark(found.start(), end, NAMED, "bucket", rest.rstrip("/").casefold())
        else:
            yield from _authority(found.start(2), rest.partition("/")[0])
            yield from _url_path(found.start(2), rest)


def _authority(start: int, text: str) -> Iterator[Mark]:
    host = text.rpartition("@")[2]
    at = start + len(text) - len(host)
    name, _, port = host.partition(":")
    yield Mark(at, at + len(name), NAMED, "host", name.casefold())
    if port.isdigit():
        yield Mark(at + len(name) + 1, at + len(host), NAMED, "port", port)


def _url_path(start: int, text: str) -> Iterator[Mark]:
    authority, _, path = text.partition("/")
    path = re.split(r"[?#]", path)[0].rstrip("/")
    if path:
        at = start + len(authority)
        yield Mark(at, at + 1 + len(path), NAMED, "endpoint", path.casefold())


def endpoints(sheet: Sheet) -> Iterator[Mark]:
    """A method and its path: POST /v1/transfers."""
    for found in _ENDPOINT.finditer(sheet.text):
        path = found.group(2).rstrip(".-:")
        if "/" in path:
            yield Mark(found.start(1), found.end(1), NAMED, "http method", found.group(1).casefold())
            at = found.start(2)
            yield Mark(at, at + len(path), NAMED, "endpoint", path.strip("/").casefold())


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
    """IPv4 addresses. They name the host only where nothing else does; else they are noise."""
    placed = ("host", "path", "bucket", "endpoint")
    named = any(mark.role == NAMED and mark.type in placed for mark in sheet.marks)
    role, type_ = (IGNORED, "address") if named else (NAMED, "host")
    for found in _IP.finditer(sheet.text):
        yield Mark(found.start(1), found.end(1), role, type_, found.group(1))
        if found.group(2):
            ephemeral = int(found.group(2)) >= _FIRST_EPHEMERAL_PORT
            yield Mark(found.start(2), found.end(2), IGNORED if ephemeral else NAMED, "port", found.group(2))


PLACES: tuple[Recogniser, ...] = (
    urls,
    nodes,
    pattern("package", _SCOPED, role=NAMED),
    pattern("package", _COORDINATES, role=NAMED, flags=re.IGNORECASE),
    pattern("account", _MAIL, role=NAMED),
    pattern("package", _HOST_PATH, role=NAMED, flags=re.IGNORECASE),
    endpoints,
    paths,
    pattern("path", _LIBRARY, role=NAMED, flags=re.IGNORECASE),
    files,
    hosts,
    addresses,
)
