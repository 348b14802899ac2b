"""Says when two names are the same name, and which types of name tell objects apart. Knows nothing of words."""

from collections.abc import Iterable

from ralph_runs.convergence.v1.lists import listed
from ralph_runs.convergence.values import Identifier

WEAK = frozenset({"name", "condition", "http method"})  # alone they tell nothing apart that names something
ATTRIBUTES = listed("letter country month year quarter half-year date week amount status version port") | {
    "exit code"
}
CONTAINERS = listed("path exception host endpoint branch namespace") | {"error code"}  # where it shows
SOLE = listed("variable package ticket change invoice order") | {
    "pull request"
}  # one act clears it everywhere
EXCUSABLE = listed("path exception host version port year symbol") | {"exit code"}
STRONG = (
    ATTRIBUTES
    | CONTAINERS
    | SOLE
    | {"cost centre"}
    | listed(
        "bucket account test table column topic queue database workload secret flag role constraint command symbol "
        "image provider warehouse row step batch customer supplier employee contract voucher payment entity merchant "
        "pair migration number"
    )
)
_SEPARATED = {
    "path": "/",
    "package": "/:",
    "symbol": ".:#",
    "table": ".",
    "test": ".#",
    "endpoint": "/",
    "bucket": "/",
}


def same_name(a: Identifier, b: Identifier) -> bool:
    """Equal forms, or one is the tail of the other at a separator; hosts also by their first label."""
    if a.value == b.value:
        return True
    if a.type == b.type == "name":
        return _same_root(a.value, b.value)
    if "host" in (a.type, b.type):
        return _same_host(a.value, b.value)
    separators = _SEPARATED.get(a.type, "") + _SEPARATED.get(b.type, "")
    return bool(separators) and _tail_of(a.value, b.value, separators)


def _same_root(a: str, b: str) -> bool:
    """Brazil and Brazilian."""
    short, long = sorted((a, b), key=len)
    return len(short) >= 5 and long.startswith(short) and len(long) - len(short) <= 4


def _same_host(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return long.startswith(short + ".") or (long.endswith("." + short) and short.count(".") > 0)


def _tail_of(a: str, b: str, separators: str) -> bool:
    loose = a.startswith("…/") or b.startswith("…/")
    a, b = a.removeprefix("…/"), b.removeprefix("…/")
    short, long = sorted((a, b), key=len)
    if short == long or (long.endswith(short) and long[-len(short) - 1] in separators):
        return True
    first, second = a.split("/"), b.split("/")
    return loose and min(len(first), len(second)) > 1 and first[-2:] == second[-2:]


def shared(a: Iterable[Identifier], b: Iterable[Identifier]) -> tuple[Identifier, ...]:
    """The names of `a` that `b` has too, under any type, without repeats."""
    others = tuple(b)
    found: dict[tuple[str, str], Identifier] = {}
    for one in a:
        if one.type != "condition" and any(
            _can_meet(one, other) and same_name(one, other) for other in others
        ):
            found.setdefault((one.type, one.value), one)
    return tuple(found.values())


def _can_meet(a: Identifier, b: Identifier) -> bool:
    """Bare numbers only meet under the same type; written names meet under any."""
    return a.type == b.type or not (a.value.replace(".", "").replace("-", "").isdigit())


def is_strong(type_: str) -> bool:
    """Whether a name of this type is enough to say what the blocker is about."""
    return type_ in STRONG or type_.endswith(" number")
