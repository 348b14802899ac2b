"""Stopping all admissions and opening them again, with a reason, and the banner that says so."""
