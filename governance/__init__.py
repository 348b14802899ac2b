"""Who may spend, the books, the questions put to people, the record. Does not know what an agent is."""
