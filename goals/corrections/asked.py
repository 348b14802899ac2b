"""What a request for a correction says: the call, what it shall stand at, and what it stood at when it was asked."""

from __future__ import annotations

import json
import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict

from goals.models import Attempt
from governance import canonical
from governance.models import Request
from governance.strict.fields import Amount, WholeOrZero, matching

ATTEMPT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AttemptId = Annotated[str, matching(ATTEMPT.pattern, "0f8fad5b-d9cb-469f-a165-70867728950e")]


class CorrectionAsked(BaseModel):
    """New totals of one call, absolute: tokens, and money in the currency of its goal."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    attempt: AttemptId
    tokens: WholeOrZero
    money: Amount


def read(request: Request) -> CorrectionAsked:
    """What a stored request asks for."""
    return CorrectionAsked.model_validate(json.loads(request.terms_text))


def stands_at(attempt: Attempt) -> str:
    """Digest of what a call stands at now; a request is about this and nothing later."""
    return canonical.digest_of({"attempt": str(attempt.pk), "tokens": attempt.tokens, "money": attempt.money})
