"""What a goal id, an objective, a round cap and a block reason may be. Never looks at a goal's phase."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from goals.errors import InvalidBlockReason, InvalidMaxRounds, InvalidObjective, shown

SAFE_INTEGER_MAX = 2**53 - 1
DEFAULT_MAX_ROUNDS = 256

# JavaScript's trim, so that a snapshot written by the harness and one written here agree.
# str.strip() without an argument would differ: it keeps U+FEFF and strips U+001C to U+001F and U+0085.
JS_WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

_GOAL_ID = re.compile(r"goal-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_BLOCK_CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_UNREADABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class GoalRef:
    """The compare-and-set key of a goal: which goal, and at which revision the asker saw it."""

    id: str
    revision: int

    def is_at(self, goal_id: str, revision: int) -> bool:
        """Exact match; True and 1.0 are not the revision 1."""
        return self.id == goal_id and type(self.revision) is int and self.revision == revision


@dataclass(frozen=True, slots=True)
class BlockReason:
    """Why a goal is blocked: a stable code for programs and a message for people."""

    code: str
    message: str


def new_goal_id() -> str:
    """A fresh goal id: `goal-` and a random UUID in lower case."""
    return f"goal-{uuid.uuid4()}"


def is_goal_id(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _GOAL_ID.fullmatch(value) is not None


def is_safe_integer(value: object, *, minimum: int = 1) -> TypeGuard[int]:
    """True for an int from `minimum` to 2^53-1. Booleans and floats are not integers here."""
    return type(value) is int and minimum <= value <= SAFE_INTEGER_MAX


def trim(text: str) -> str:
    return text.strip(JS_WHITESPACE)


def unreadable(text: str) -> str | None:
    """Names the first lone surrogate or control character other than newline and tab, or None."""
    found = _UNREADABLE.search(text)
    if found is None:
        return None
    kind = "lone surrogate" if found[0] >= "\ud800" else "control character"
    return f"has the {kind} U+{ord(found[0]):04X} at character {found.start() + 1}"


def objective(raw: object) -> str:
    """The trimmed objective. Raises GOAL_INVALID_OBJECTIVE for anything else than readable text."""
    if not isinstance(raw, str):
        raise InvalidObjective.because(f"{shown(raw)} is not text")
    text = trim(raw)
    if not text:
        raise InvalidObjective.because("is empty")
    if fault := unreadable(text):
        raise InvalidObjective.because(fault)
    return text


def max_rounds(raw: object) -> int:
    """The round cap as given. Raises GOAL_INVALID_MAX_ROUNDS outside 1 to 2^53-1."""
    if not is_safe_integer(raw):
        raise InvalidMaxRounds.given(raw, maximum=SAFE_INTEGER_MAX)
    return raw


def block_reason(raw: object) -> BlockReason:
    """The reason with its message trimmed, from a BlockReason or exactly {code, message}.

    Raises GOAL_INVALID_BLOCK_REASON. The characters refused in an objective are refused in the message.
    """
    if isinstance(raw, BlockReason):
        return _checked_reason(raw.code, raw.message)
    if not isinstance(raw, Mapping):
        raise InvalidBlockReason.because(f"{shown(raw)} is not an object")
    if set(raw) != {"code", "message"}:
        raise InvalidBlockReason.because(f"has the keys {shown(sorted(map(str, raw)))}")
    return _checked_reason(raw["code"], raw["message"])


def _checked_reason(code: object, message: object) -> BlockReason:
    if not isinstance(code, str) or _BLOCK_CODE.fullmatch(code) is None:
        raise InvalidBlockReason.because(f"has the code {shown(code)}")
    if not isinstance(message, str):
        raise InvalidBlockReason.because(f"has the message {shown(message)}")
    text = trim(message)
    if not text:
        raise InvalidBlockReason.because("has an empty message")
    if fault := unreadable(text):
        raise InvalidBlockReason.because(f"has a message that {fault}")
    return BlockReason(code, text)
