"""Marks texts for translation in modules without Django; they are translated when shown."""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return the text unchanged; ``makemessages`` collects it because of this function's name."""
    return text
