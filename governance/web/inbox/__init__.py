"""What waits for a person: sources register what they know, the page lists it, every page shows the count."""
