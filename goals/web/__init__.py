"""Doors of goals: pages and the API. They parse, call one verb, and show what it says."""
