"""Tools that are offered in rounds of a run only."""
