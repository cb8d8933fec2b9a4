from games.ai.solver import UNKNOWN, Solution, Value, Verdict
from games.protocol import VerdictJSON

# O is about to complete the top row, so every move loses but the one that stops it.
THREATENED_LINE = (4, 0, 8, 2)


def verdict(value: str, plies: int | None = None) -> VerdictJSON:
    return {"value": value, "plies": plies}


def advice(verdicts: list[VerdictJSON], best: list[int], *, is_proven: bool = True) -> Solution:
    by_cell = {
        cell: Verdict(Value(verdict["value"]), verdict["plies"])
        for cell, verdict in enumerate(verdicts)
    }
    return Solution(UNKNOWN, by_cell, 0, 0, best, is_proven)
