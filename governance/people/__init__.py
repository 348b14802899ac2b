"""Who people are and what they may do: roles, grants, delegations, leaving, and the first ones of all."""

from governance.people.roles import Limits, held, limits, may

__all__ = ["Limits", "held", "limits", "may"]
