"""Drives Firefox and WebKit as Debian packages them: the main path, and how pages look.

Playwright drives only builds of its own of both, which cannot be downloaded everywhere.
"""
