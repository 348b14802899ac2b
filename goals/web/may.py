"""Who may do what with a goal at a page: the same rules as the verbs, asked before a button is drawn.

A button that is not there has a sentence in its place. The verbs decide again, with their own words.
"""

from __future__ import annotations

from dataclasses import dataclass

from goals import authority
from goals.approvals import narrowing, revoking
from goals.enums import POLICY_BLOCKS, Phase
from goals.models import Goal
from goals.web.facts import Facts
from goals.web.wording import any_of
from governance.enums import AuthorisationStatus, Role
from governance.web.viewer import Viewer

WRITERS = (Role.OPERATOR, Role.APPROVER)
CLOSERS = (Role.APPROVER, Role.CONTROLLER)
ACTS: dict[str, tuple[Role, ...]] = {
    "pause": authority.STOPPERS,
    "cancel": authority.STOPPERS,
    "resume": authority.RESUMERS,
    "complete": authority.RESUMERS,
    "accept": authority.RESUMERS,
    "reject": authority.RESUMERS,
    "close": CLOSERS,
    "write": WRITERS,
    "narrow": tuple(narrowing.MAY),
    "revoke": tuple(revoking.MAY),
}
NOT_THE_OWNERS = frozenset({"revoke"})
AS_OWNER_ONLY = frozenset({"narrow"})


@dataclass(frozen=True, slots=True, kw_only=True)
class May:
    """What this viewer may do with this goal now. `why` says it for what stands open to others."""

    acts: frozenset[str]
    why: str

    def __contains__(self, act: str) -> bool:
        return act in self.acts


def of(viewer: Viewer, goal: Goal, facts: Facts) -> May:
    """Acts that make sense now and that this viewer has the authority for. No query."""
    possible = possible_now(goal, facts)
    acts = frozenset(act for act in possible if _may(viewer, goal, act)) - _own_claim(viewer, facts)
    return May(acts=acts, why=_why(viewer, facts, possible - acts))


def _own_claim(viewer: Viewer, facts: Facts) -> frozenset[str]:
    """Who claimed completion by hand may take the claim back, and not accept it."""
    own = facts.claim is not None and facts.claim.by_id == viewer.person.pk
    return frozenset({"accept"}) if own else frozenset()


def possible_now(goal: Goal, facts: Facts) -> frozenset[str]:
    """What the state of the goal allows somebody to do."""
    found = {"close", "write"} if not facts.cleared else set()
    if facts.active:
        found.add("pause")
    if facts.live is not None and facts.live.number is None and not facts.live.uncertain:
        found.add("cancel")
    if _can_resume(facts):
        found.add("resume")
    if not facts.cleared and facts.phase != Phase.COMPLETE:
        found |= {"complete", "narrow"}
    if facts.claim is not None and facts.claim.status == "claimed" and facts.phase == Phase.COMPLETE:
        found |= {"accept", "reject"}
    signed = goal.account.authorisation
    if signed is not None and signed.status == AuthorisationStatus.IN_FORCE and not facts.cleared:
        found.add("revoke")
    return frozenset(found - {"close", "write"} if facts.ended else found)


def _can_resume(facts: Facts) -> bool:
    if facts.cleared or facts.phase == Phase.COMPLETE:
        return False
    if facts.phase == Phase.BLOCKED:
        return facts.blocked_code not in POLICY_BLOCKS
    return facts.phase == Phase.PAUSED or not facts.armed


def _may(viewer: Viewer, goal: Goal, act: str) -> bool:
    if viewer.has(*ACTS[act]):
        return True
    if act in NOT_THE_OWNERS or goal.account.owner_id != viewer.person.pk:
        return False
    return act in AS_OWNER_ONLY or viewer.has(Role.REQUESTER)


def _why(viewer: Viewer, facts: Facts, denied: frozenset[str]) -> str:
    who = facts.who
    said = []
    if denied & {"pause", "cancel"}:
        said.append(f"pause it: {any_of(who.stop)} can")
    if "resume" in denied:
        said.append(f"resume it: {any_of(who.resume)} can")
    if denied & {"accept"} and _own_claim(viewer, facts):
        others = [name for name in who.resume if name != str(viewer.person)]
        return f"You claimed it yourself, so you cannot accept it: {any_of(others)} can."
    if denied & {"accept", "reject"}:
        said.append(f"accept it: {any_of(who.resume)} can")
    if "close" in denied and not said:
        closers = dict.fromkeys((who.owner, *who.approvers, *who.controllers))
        said.append(f"close it: {any_of(list(closers))} can")
    if not said:
        return ""
    return f"You read this {viewer.as_what}, so you cannot {'; nor '.join(said)}."
