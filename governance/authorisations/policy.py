"""The approval policy: how many different people sign for how much. A request keeps the policy it was asked under.

The policy in force is the last one that was signed (a BAND request); before the first it comes from the
settings. Bands are tried in order; the first that holds both totals decides.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Annotated

from django.conf import settings
from pydantic import BaseModel, ConfigDict, field_validator

from governance import canonical
from governance.enums import RequestKind, RequestStatus
from governance.models import Request
from governance.strict.fields import Amount, WholeOrZero, whole


class Band(BaseModel):
    """Up to and including these totals, this many signatures. None is no upper end."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    up_to_tokens: WholeOrZero | None
    up_to_money: Amount | None
    signatures: Annotated[int, whole(most=2)]

    def holds(self, tokens: int, money: Decimal | None) -> bool:
        fits_tokens = self.up_to_tokens is None or tokens <= self.up_to_tokens
        return fits_tokens and (self.up_to_money is None or money is None or money <= self.up_to_money)


class Policy(BaseModel):
    """The bands, and how long people have to answer before the next one is asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    bands: tuple[Band, ...]
    answer_hours: Annotated[int, whole(most=24 * 92)]

    @field_validator("bands", mode="before")
    @classmethod
    def _as_tuple(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value

    @field_validator("bands")
    @classmethod
    def _without_a_gap(cls, bands: tuple[Band, ...]) -> tuple[Band, ...]:
        if not bands or bands[-1].up_to_tokens is not None or bands[-1].up_to_money is not None:
            raise ValueError("the last band has no upper end: give null for both of its limits")
        return bands

    def signatures_for(self, tokens: int, money: Decimal | None) -> int:
        return next(band.signatures for band in self.bands if band.holds(tokens, money))

    @property
    def text(self) -> str:
        return canonical.text(self.model_dump())


def current() -> tuple[Policy, str]:
    """The policy in force and its version: the reference of the request that set it, or "settings"."""
    signed = (
        Request.objects.filter(kind=RequestKind.BAND, status=RequestStatus.APPROVED)
        .order_by("-decided_at", "-pk")
        .first()
    )
    if signed is not None:
        return read(signed.terms_text), signed.ref
    return default(), "settings"


def default() -> Policy:
    """The policy of the settings, for a service whose controllers have signed none yet."""
    options = settings.COUNTERSIGN
    one = Band(
        up_to_tokens=options.two_signatures_above_tokens,
        up_to_money=Decimal(options.two_signatures_above_money),
        signatures=1,
    )
    rest = Band(up_to_tokens=None, up_to_money=None, signatures=2)
    return Policy(bands=(one, rest), answer_hours=options.answer_hours)


def read(text: str) -> Policy:
    """A policy from its stored text."""
    return Policy.model_validate(json.loads(text))


def snapshot(policy: Policy, version: str) -> str:
    """What a request keeps: the whole policy under the name of its version."""
    return canonical.text({"version": version, "policy": policy.model_dump()})


def kept(request: Request) -> tuple[Policy, str]:
    """The policy a request was asked under, and its version."""
    stored = json.loads(request.policy_text)
    return Policy.model_validate(stored["policy"]), stored["version"]
