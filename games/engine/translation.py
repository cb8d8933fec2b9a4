from __future__ import annotations


def gettext_noop(text: str) -> str:
    # Modules without Django mark texts with it; ``makemessages`` collects them by this name.
    return text
