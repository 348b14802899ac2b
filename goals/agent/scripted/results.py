"""Reads what a tool answered: JSON or plain text. Never assumes more than it finds."""

import json
import re
from collections.abc import Iterator
from typing import Any

TEXT_KEYS = ("content", "text", "contents", "data")
PATH = re.compile(r"[\w./-]*\w/?")


def value(result: str) -> Any:
    """The result as JSON, or the text itself when it is none."""
    try:
        return json.loads(result)
    except ValueError:
        return result


def failed(result: str) -> bool:
    """Whether the tool said that it did not work."""
    found = value(result)
    if isinstance(found, dict):
        return bool(found.get("error")) or found.get("ok") is False or found.get("is_error") is True
    return isinstance(found, str) and found.lstrip().lower().startswith(("error", "refused"))


def file_text(result: str) -> str:
    """The text of the file that a read gave."""
    found = value(result)
    if isinstance(found, dict):
        inner = found.get("result", found)
        for key in TEXT_KEYS:
            if isinstance(inner, dict) and isinstance(inner.get(key), str):
                return str(inner[key])
    return found if isinstance(found, str) else result


def next_offset(result: str) -> int | None:
    """Where the file goes on, when a read gave only a part of it."""
    found = value(result)
    offset = found.get("next_offset") if isinstance(found, dict) else None
    return offset if isinstance(offset, int) and offset > 0 else None


def strings(found: Any) -> Iterator[str]:
    """Every string inside a JSON value, in order, keys left out."""
    if isinstance(found, str):
        yield from found.splitlines()
    elif isinstance(found, list):
        for item in found:
            yield from strings(item)
    elif isinstance(found, dict):
        for item in found.values():
            yield from strings(item)


def paths(result: str) -> list[str]:
    """Every file or folder name in a listing, in the order given."""
    found = value(result)
    names = []
    for line in strings(found):
        # A plain listing may carry sizes or marks beside the name.
        words = [word for word in line.split() if PATH.fullmatch(word)] if isinstance(found, str) else [line]
        names += [word for word in words if "." in word or word.endswith("/")]
    return list(dict.fromkeys(name.removeprefix("./") for name in names))


def folders(result: str) -> list[str]:
    """The folders of a listing: names with a final slash, or entries that say they are one."""
    found = value(result)
    named = [name.rstrip("/") for name in paths(result) if name.endswith("/")]
    for entry in lists_of_objects(found):
        kind = entry.get("kind") or entry.get("type") or ("dir" if entry.get("is_dir") else "")
        name = entry.get("path") or entry.get("name")
        if isinstance(name, str) and str(kind).startswith(("dir", "folder")):
            named.append(name.rstrip("/"))
    return list(dict.fromkeys(named))


def lists_of_objects(found: Any) -> Iterator[dict[str, Any]]:
    for item in found if isinstance(found, list) else found.values() if isinstance(found, dict) else ():
        if isinstance(item, dict):
            yield item
        elif isinstance(item, list):
            yield from (entry for entry in item if isinstance(entry, dict))
