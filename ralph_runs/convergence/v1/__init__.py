"""Version 1 of the rule "the same blocker". Frozen once released: a change of any rule or table is a new version."""
