"""Short references by which an operator finds in the log the error that a visitor tells of."""

from __future__ import annotations

import secrets

# Without letters and digits that look alike.
ALPHABET = "234679ACDEFGHJKMNPQRTUVWXY"
LENGTH = 4


def new() -> str:
    """Return a reference for an error: the log's line with the traceback has it too."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
