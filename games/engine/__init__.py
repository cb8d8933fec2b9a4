"""The rules of k-in-a-row games: pure Python, no framework, no input or output."""

from __future__ import annotations

from games.engine.board import (
    Board,
    CellTaken,
    GameOver,
    IllegalMove,
    ImpossiblePosition,
    NoSuchCell,
    NotLowest,
)
from games.engine.outcome import Mark, Outcome, Reason
from games.engine.perft import sequences
from games.engine.presets import BOARDS, NamedBoard, read_board
from games.engine.symmetry import canonical, symmetries
from games.engine.variant import CLASSIC, InvalidVariant, Variant

__all__ = [
    "BOARDS",
    "CLASSIC",
    "Board",
    "CellTaken",
    "GameOver",
    "IllegalMove",
    "ImpossiblePosition",
    "InvalidVariant",
    "Mark",
    "NamedBoard",
    "NoSuchCell",
    "NotLowest",
    "Outcome",
    "Reason",
    "Variant",
    "canonical",
    "read_board",
    "sequences",
    "symmetries",
]
