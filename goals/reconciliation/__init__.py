"""A provider's usage export against the ledger: what matches, what is missing, what is extra, and by how much."""
