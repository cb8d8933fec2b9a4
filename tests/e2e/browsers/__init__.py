"""Drives Firefox and WebKit as Debian packages them, for the main path through the site.

Playwright has builds of its own of both. It drives those, and no others.
"""
