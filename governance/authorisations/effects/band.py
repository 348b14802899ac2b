"""Another approval policy. Requests already asked keep the one they were asked under."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from governance import service_stream, strict
from governance.actors import Acting
from governance.authorisations import kinds, policy
from governance.authorisations.asking import Draft, ask
from governance.authorisations.effects.controlling import Controlling
from governance.authorisations.policy import Policy
from governance.enums import RequestKind
from governance.models import Request, Signature


class BandKind(Controlling):
    kind = RequestKind.BAND

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> kinds.Outcome:
        signed = policy.read(request.terms_text)
        return kinds.Outcome(
            on=service_stream.locked(service_stream.POLICY),
            sentence=f"The approval policy is {request.ref} from now on; requests already asked keep theirs. "
            "No money moved.",
            facts={"policy": request.ref, "bands": signed.model_dump()},
        )


def ask_policy(*, acting: Acting, data: object, reason: str) -> Request:
    """Ask for another policy. Composable. `data` as `Policy`; raises Invalid that names the field."""
    asked = strict.parse(Policy, data, noun="The policy's fields")
    return ask(
        acting=acting,
        draft=Draft(kind=RequestKind.BAND, title="Another approval policy", reason=reason, text=asked.text),
    )
