"""How the text of an environment variable becomes a value: strictly, or not at all.

Decides what each kind of setting accepts and says it in words. Never reads the environment.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import NoDecode

_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")


def _whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    raise ValueError("not a whole number in plain digits")


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise ValueError("neither true nor false")


def _names(value: Any) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",")) if isinstance(value, str) else tuple(value)
    if not names or any(not name or set(name) & set(" \t*") for name in names):
        raise ValueError("not a list of names")
    return names


def _programs(value: Any) -> tuple[str, ...]:
    names = _names(value) if value else ()
    if any(not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}", name) for name in names):
        raise ValueError("not a list of programs")
    return names


def _hosts(value: Any) -> tuple[str, ...]:
    return _names(value) if value else ()


def _mail_url(value: Any) -> SecretStr:
    text = _plain(value.get_secret_value() if isinstance(value, SecretStr) else value)
    parts = urlsplit(text)
    if text and (parts.scheme not in ("smtp", "smtps") or not parts.hostname):
        raise ValueError("not the address of a mail server")
    return SecretStr(text)


def _http_url(value: Any) -> str:
    text = _plain(value)
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise ValueError("not an http address")
    return text.rstrip("/")


def _database_url(value: Any) -> str:
    text = _plain(value)
    parts = urlsplit(text)
    if parts.scheme in ("postgresql", "postgres") and len(parts.path) > 1:
        return text
    if text and not (parts.scheme == "sqlite" and not parts.netloc and len(parts.path) > 1):
        raise ValueError("not a database address")
    return text


def _broker_url(value: Any) -> str:
    text = _plain(value)
    parts = urlsplit(text)
    served = parts.scheme in ("redis", "rediss") and parts.hostname
    local = parts.scheme == "redis+socket" and len(parts.path) > 1
    if text and not (served or local or text == "filesystem://"):
        raise ValueError("not a broker address")
    return text


def _time_zone(value: Any) -> str:
    if value not in available_timezones():
        raise ValueError("not a time zone")
    return str(value)


def _currency(value: Any) -> str:
    if not re.fullmatch("[A-Z]{3}", str(value)):
        raise ValueError("not a currency code")
    return str(value)


def _address(value: Any) -> str:
    return str(ip_address(value))


def _folder(value: Any) -> Path:
    if not str(value).strip() or "\0" in str(value):
        raise ValueError("not a folder")
    return Path(value).expanduser().resolve()


def _plain(value: Any) -> str:
    if not isinstance(value, str) or any(
        character.isspace() or not character.isprintable() for character in value
    ):
        raise ValueError("holds spaces or control characters")
    urlsplit(value).port  # noqa: B018 - reading the port is what refuses a bad one
    return value


Whole = Annotated[int, BeforeValidator(_whole)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)]
Programs = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_programs)]
Hosts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_hosts)]
MailUrl = Annotated[SecretStr, BeforeValidator(_mail_url)]
HttpUrl = Annotated[str, BeforeValidator(_http_url)]
DatabaseUrl = Annotated[str, BeforeValidator(_database_url)]
BrokerUrl = Annotated[str, BeforeValidator(_broker_url)]
TimeZone = Annotated[str, BeforeValidator(_time_zone)]
Currency = Annotated[str, BeforeValidator(_currency)]
IpAddress = Annotated[str, BeforeValidator(_address)]
Folder = Annotated[Path, BeforeValidator(_folder)]


def setting(default: Any, *, accepts: str, why: str, **bounds: Any) -> Any:
    """A setting with the sentence that is shown when its value is refused."""
    return Field(
        default=default,
        description=why,
        json_schema_extra={"accepts": accepts},
        validate_default=True,
        **bounds,
    )


def whole(default: int, *, least: int, most: int, unit: str, why: str) -> Any:
    """A limit: a whole number of `unit`, both ends included."""
    accepts = f"a whole number of {unit} from {least} to {most}"
    return setting(default, accepts=accepts, why=why, ge=least, le=most)
