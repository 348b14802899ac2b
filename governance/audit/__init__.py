"""The record: write it, prove it."""

from governance.audit.recording import record

__all__ = ["record"]
