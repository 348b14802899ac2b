"""The demonstration: invented people, real files, goals that run. Calls the same verbs as every door."""
