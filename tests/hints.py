"""A position for hints, and verdicts as hints give them."""

from __future__ import annotations

from games.protocol import VerdictJSON

# O is about to complete the top row, so every move loses but the one that stops it.
THREATENED_LINE = (4, 0, 8, 2)


def verdict(value: str, plies: int | None = None) -> VerdictJSON:
    return {"value": value, "plies": plies}
