"""What is wanted, where it stands, and how rounds are admitted and run."""
