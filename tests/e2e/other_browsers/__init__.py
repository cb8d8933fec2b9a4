"""Drives Firefox and WebKit as Debian packages them, for the main path through the site.

Playwright drives only builds of its own of both, which cannot be downloaded everywhere.
"""
