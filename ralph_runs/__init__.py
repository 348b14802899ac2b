"""Fresh-agent rounds: reports, handoffs, and when the same blocker stops a run."""
