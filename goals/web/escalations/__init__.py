"""Pages about questions that only people can answer."""
