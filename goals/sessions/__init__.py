"""Sessions: append-only transcripts. `append` is the only writer."""

from goals.sessions.appending import append, body_of, covers, open_session

__all__ = ["append", "body_of", "covers", "open_session"]
