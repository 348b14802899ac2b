"""What reports read: spend from the ledger, rounds, objectives. Grouped in the database, never row by row."""
