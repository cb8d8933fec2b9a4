"""Short references to errors, by which an operator finds a visitor's error in the log."""

from __future__ import annotations

import secrets

# Without letters and digits that look alike.
ALPHABET = "234679ACDEFGHJKMNPQRTUVWXY"
LENGTH = 4


def new() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
