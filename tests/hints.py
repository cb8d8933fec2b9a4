"""A position for hints, and verdicts and advice as hints give them."""

from __future__ import annotations

from games.protocol import AdviceJSON, VerdictJSON

# O is about to complete the top row, so every move loses but the one that stops it.
THREATENED_LINE = (4, 0, 8, 2)


def verdict(value: str, plies: int | None = None) -> VerdictJSON:
    return {"value": value, "plies": plies}


def advice(verdicts: list[VerdictJSON], best: list[int], *, is_proven: bool = True) -> AdviceJSON:
    by_cell = {str(cell): verdict for cell, verdict in enumerate(verdicts)}
    return {"verdicts": by_cell, "best": best, "is_proven": is_proven}
