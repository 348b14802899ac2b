"""Who people are and what they may do: roles, grants, delegations, leaving, and the first ones of all."""
