"""A person's own page about being told: channels, a test, and what they were told lately; failed ones in the inbox."""
