"""Rounds and human turns: reserve, admit, run under a lease, settle, and find what a lost worker left."""
