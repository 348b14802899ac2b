"""Ralph runs over the API. Decides nothing."""
