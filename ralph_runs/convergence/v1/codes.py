"""Recognises codes with a fixed shape: exceptions, error codes, HTTP status, exit codes, variables, versions."""

import re
from collections.abc import Iterator

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.v1.marks import NAMED, Mark, Recogniser, Sheet, pattern
from ralph_runs.convergence.v1.vocabulary import STOP, TROUBLE, VOCABULARY

_FAULTS = listed(
    "400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 421 422 423 424 425 426 "
    "428 429 431 451 500 501 502 503 504 505 507 508 511 520 521 522 523 524 525 526"
)
_SUCCESSES = listed("200 201 202 204 206 301 302 303 304 307 308")
_STATUS = re.compile(r"(?<![\w.,#-])(?:HTTP\s?|E)?([1-5]\d\d)(?![\w%]|[.,]\d|-\d)")
_BEFORE_STATUS = re.compile(
    r"(?:http(?:/\d(?:\.\d)?)?|status(?:\s?code)?|code|returns?|returned|answers?|answered|repl(?:y|ies|ied)|"
    r"respon(?:ds?|ded|se)|error|err!|got|gets|with|gives?|says?|返回|返回了|得到|状态码|报错?|错误|响应|偶发|收到)"
    r"\s?(?:with|an?|code|status|http|:|=|\(|为|了)?\s?(?:http\s?)?$",
    re.IGNORECASE,
)
_AFTER_STATUS = re.compile(
    r"\s?[-:(]?\s?(?:unauthori[sz]ed|forbidden|not\sfound|bad\s(?:request|gateway)|internal\sserver|"
    r"service\s(?:un|temp)|too\smany|gateway|conflict|gone|unprocessable|method\snot|insufficient\sstorage|"
    r"payment\srequired|request\s|precondition|not\simplemented|错误|状态|on\s(?:GET|POST|PUT|PATCH|DELETE|/)|"
    r"from\s|for\s(?:GET|POST|url)|client\serror|server\serror)",
    re.IGNORECASE,
)
_SERVED = re.compile(
    r"\b(?:api|endpoint|http|url|request|gateway|registry|server|portal|webhook)\b|接口", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\s?(?:rows?|lines?|files?|items?|tests?|errors|records|invoices|entries|messages|[a-z]+s\s(?:are|were)|"
    r"条|个|笔|张|项|次)",
    re.IGNORECASE,
)
_ERRNO = (
    "ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOENT|EACCES|EPERM|ENOSPC|EADDRINUSE|EHOSTUNREACH|ENETUNREACH|"
    "ENOTFOUND|EAI_AGAIN|EPIPE|EEXIST|EMFILE|EINTEGRITY|ERESOLVE|ENOTEMPTY|EISDIR|EROFS|EBUSY|ENOMEM|EDQUOT"
)
_ERROR_CODE = (
    r"(?:ORA|TNS|PLS|AADSTS|TS|CS|NU|MSB|NETSDK|LNK|PGRST|DPI|MC|BC|FS|CA|SA|IDE|RUSTSEC-\d{4}|CVE-\d{4}|WSA|SMTP|"
    r"HRESULT|RFC|KB|JDK|DB2|SQL)-?\d{3,7}N?|SQLSTATE[\s:\[(]{0,3}[0-9A-Z]{5}|E\d{4}|[FWCRNSBDE]\d{3}"
    r"|ERR_[A-Z0-9_]{2,60}"
)
_EXCEPTION = (
    r"(?<![\w])(?:[a-z]\w{0,40}\.){0,6}"
    r"(?P<v>[A-Z][A-Za-z0-9]{2,60}(?:Error|Exception|Warning|Fault|Failure))(?![\w])"
)
_EXIT = r"(?:exit(?:ed|s)?|退出)(?:\swith)?(?:\s?(?:code|status|码))?\s?[:=]?\s?(?P<v>\d{1,3})(?![\w.])"
_VARIABLE = (
    r"(?<![\w.])(?:\$\{?|%|env\.|process\.env\.)?(?P<v>[A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,12})(?![\w])"
)
_CAMEL = re.compile(r"(?<![\w.])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+){1,8}(?![\w])")
_PARTS = re.compile(r"[A-Z][a-z0-9]+|[a-z0-9]+|[A-Z]+(?![a-z])")
_RUNTIME = (
    r"(?:java|jdk|jre|python|node(?:\.?js)?|php|ruby|go|golang|rust|gcc|postgres(?:ql)?|mysql|django|react|angular|"
    r"vue|\.net|dotnet|kubernetes|terraform|ubuntu|debian|windows|oracle|spark|scala|kotlin|swift|tls|odoo|excel|"
    r"openssl|glibc|cuda|android|ios|macos)"
)
_DECIMAL_BEFORE = re.compile(
    r"(?:^|[^\w\s\"'`=@:/-]|(?<!\w)(?:expected|by|is|of|to|got|was|at|than|and|from|about|over|under|exceeds?|off|out|"
    r"between|with|rate|factor|value|usd|eur|gbp|chf|cny|against|vs|for|only|just|around|total|amount|balance|"
    r"difference|minus|plus|up|down|short|after|before|in))\s?$|[:,;]\s$",
    re.IGNORECASE,
)
_UNIT_AFTER = re.compile(
    r"\s?(?:%|percent|eur|usd|gbp|chf|cny|rmb|元|€|\$|£|hours?|seconds?|days?|million|thousand|k\b|m\b)",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?<![\w.,'])v?\d{1,4}\.\d{1,5}(?:\.\d{1,6}){0,3}"
    r"(?:[-.+]?(?:rc|alpha|beta|post|dev|SNAPSHOT|RELEASE|Final|a|b)[.-]?\d{0,4})?(?![\w]|\.\d|,\d)",
    re.IGNORECASE,
)


def statuses(sheet: Sheet) -> Iterator[Mark]:
    """HTTP status codes, where the text says that it is one."""
    for found in _STATUS.finditer(sheet.text):
        code, text = found.group(1), sheet.text
        before, after = text[max(0, found.start() - 24) : found.start()], text[found.end() : found.end() + 24]
        told = found.start(1) > found.start() or _BEFORE_STATUS.search(before) or _AFTER_STATUS.match(after)
        wrapped = before.endswith("(") and after.startswith(")")
        served = code in _FAULTS and (wrapped or _SERVED.search(text) or _has_endpoint(sheet))
        if not _COUNTED.match(after) and (served or (told and code in _FAULTS | _SUCCESSES)):
            yield Mark(found.start(), found.end(), NAMED, "status", code)


def _has_endpoint(sheet: Sheet) -> bool:
    return any(mark.type == "endpoint" for mark in sheet.marks)


def conditions(sheet: Sheet) -> Iterator[Mark]:
    """Words run together that only say what is wrong, as AccessDenied: their type tells them from names."""
    for found in _CAMEL.finditer(sheet.text):
        entries = [VOCABULARY.word(part.casefold()) for part in _PARTS.findall(found.group())]
        groups = [entry.group if entry else "" for entry in entries]
        if TROUBLE in groups and "" not in groups:
            yield Mark(found.start(), found.end(), NAMED, "condition", found.group().casefold())


def split_words(text: str) -> list[str]:
    """The lower-case words of a name that is written in one: ModuleNotFoundError, fact_sales."""
    return [part.casefold() for part in _PARTS.findall(text.replace("_", " "))]


def versions(sheet: Sheet) -> Iterator[Mark]:
    """Numbers with dots, unless the words around say that it is an amount or a plain decimal."""
    for found in _VERSION.finditer(sheet.text):
        before = sheet.text[max(0, found.start() - 20) : found.start()]
        short = found.group().count(".") == 1 and found.group()[0] not in "vV"
        decimal = short and (not before.strip() or _DECIMAL_BEFORE.search(before) or _follows_trouble(before))
        if not decimal and not _UNIT_AFTER.match(sheet.text, found.end()):
            yield Mark(found.start(), found.end(), NAMED, "version", found.group().casefold().lstrip("v"))


def _follows_trouble(before: str) -> bool:
    words = re.findall(r"[A-Za-z]{2,}$", before.rstrip())
    entry = VOCABULARY.word(words[0].casefold()) if words else None
    return entry is not None and entry.group in (STOP, TROUBLE)


CODES: tuple[Recogniser, ...] = (
    conditions,
    pattern("exception", _EXCEPTION, role=NAMED),
    pattern("error code", rf"(?<![\w-])(?:{_ERRNO})(?![\w])", role=NAMED),
    pattern("error code", rf"(?<![\w-])(?:{_ERROR_CODE})(?![\w]|-\d)", role=NAMED, flags=re.IGNORECASE),
    statuses,
    pattern("exit code", _EXIT, role=NAMED, flags=re.IGNORECASE),
    pattern("variable", _VARIABLE, role=NAMED),
    pattern(
        "version",
        rf"(?<![\w])(?P<v>{_RUNTIME}\s?v?\d{{1,4}}(?:\.\d{{1,4}}){{0,3}})(?![\w]|\.\d)",
        role=NAMED,
        flags=re.IGNORECASE,
    ),
    versions,
)
