"""A role and its limits for one person. An approver signs for limits within their own; the receiver never."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from governance import canonical, strict, wording
from governance.actors import Acting
from governance.authorisations import assignment, kinds
from governance.authorisations.asking import Draft, ask
from governance.authorisations.effects.controlling import Controlling
from governance.enums import RequestKind, Role
from governance.errors import Invalid, NotFound
from governance.models import Person, Request, Signature
from governance.people import grants
from governance.people.roles import Limits
from governance.strict.fields import Amount, Count, CurrencyCode, Instant


class RoleAsked(BaseModel):
    """Who shall have which role. Limits belong to approvers and to nobody else."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    person: Count
    role: Role
    limit_tokens: Count | None = None
    limit_money: Amount | None = None
    currency: CurrencyCode = "USD"
    until: Instant | None = None

    @property
    def limits(self) -> Limits | None:
        if self.limit_tokens is None and self.limit_money is None:
            return None
        if self.limit_tokens is None or not self.limit_money:
            raise Invalid("Limits are given in tokens and in money.", field="limit_money")
        return Limits(self.limit_tokens, self.limit_money, self.currency)


class RoleKind(Controlling):
    kind = RequestKind.ROLE

    def beneficiaries(self, request: Request) -> frozenset[int]:
        return frozenset({read(request).person})

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> kinds.Outcome:
        asked = read(request)
        person = Person.objects.select_for_update(no_key=True).get(pk=asked.person)
        names = wording.names([str(request.requester), *(signature.person_name for signature in signatures)])
        given = grants.give(
            person=person, role=asked.role, limits=asked.limits, granted_by=names, at=at, until=asked.until,
            request=request,
        )  # fmt: skip
        passed_on = assignment.reassign(person, at)
        return kinds.Outcome(
            on=person,
            sentence=f"{person} is {asked.role.value} from now on{_up_to(asked.limits)}. No money moved.",
            facts={
                "grant": given.pk,
                "role": asked.role.value,
                "limits": _facts(asked),
                "passed_on": passed_on,
            },
        )


def ask_role(*, acting: Acting, data: object, reason: str) -> Request:
    """Ask for a role for somebody. Composable. `data` as `RoleAsked`; raises Invalid that names the field."""
    asked = strict.parse(RoleAsked, data, noun="The role's fields")
    person = Person.objects.filter(pk=asked.person).first()
    if person is None:
        raise NotFound("There is no such person.", field="person")
    grants.refuse_unfit(person, asked.role, asked.limits)
    limits = asked.limits
    return ask(
        acting=acting,
        draft=Draft(
            kind=RequestKind.ROLE,
            title=f"{person} as {asked.role.value}{_up_to(limits)}",
            reason=reason,
            text=canonical.text({**asked.model_dump(), "role": asked.role.value}),
            total_tokens=limits.tokens if limits else 0,
            total_money=limits.money if limits else None,
            currency=asked.currency,
        ),
    )


def read(request: Request) -> RoleAsked:
    """What a stored request asks for."""
    return RoleAsked.model_validate(json.loads(request.terms_text))


def _up_to(limits: Limits | None) -> str:
    return f", up to {wording.totals(limits.tokens, limits.money, limits.currency)}" if limits else ""


def _facts(asked: RoleAsked) -> dict[str, object]:
    return {"tokens": asked.limit_tokens, "money": asked.limit_money, "currency": asked.currency}
