"""Drives Firefox and WebKit as Debian packages them: the main path, and how pages look."""
