"""Pages and fragments about fresh-agent runs."""
