"""The rules of k-in-a-row games: pure Python, no framework, no input or output."""

from __future__ import annotations

from games.engine.board import (
    Board,
    CellTaken,
    GameOver,
    IllegalMove,
    ImpossiblePosition,
    NoSuchCell,
)
from games.engine.outcome import Mark, Outcome, Reason
from games.engine.symmetry import canonical, symmetries
from games.engine.variant import CLASSIC, InvalidVariant, Variant

__all__ = [
    "CLASSIC",
    "Board",
    "CellTaken",
    "GameOver",
    "IllegalMove",
    "ImpossiblePosition",
    "InvalidVariant",
    "Mark",
    "NoSuchCell",
    "Outcome",
    "Reason",
    "Variant",
    "canonical",
    "symmetries",
]
