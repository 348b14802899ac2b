"""Read-only views of the record in Django's administration site, one file per part of the house."""

from governance.admin import authority, books, events, people

__all__ = ["authority", "books", "events", "people"]
