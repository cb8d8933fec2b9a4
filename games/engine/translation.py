"""Marks texts in modules that know no framework; they are translated where they are shown."""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return the text as it is. ``makemessages`` finds it by the name of this function."""
    return text
