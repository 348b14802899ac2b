"""The record as sentences: filtered, opened entry by entry, checked, exported. Reads only."""
