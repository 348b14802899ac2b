"""The page on which somebody decides: what would change, what it would buy, where the money comes from, who signs."""
