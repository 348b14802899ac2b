"""Pictures of every page on books that are full: `python -m tests.pages.pictures`."""
