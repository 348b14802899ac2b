"""Gives every test of pages a real browser by the name of `desk`."""

from tests.pages.browsing import desk as desk
