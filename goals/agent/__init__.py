"""How a round works: loop, provider, tools, workspace, prompts. Never decides whether a round may start."""
