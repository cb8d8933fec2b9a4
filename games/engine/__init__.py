"""The rules of the family of tic-tac-toe, in pure Python: no framework, no input or output."""

from __future__ import annotations

from games.engine.board import Board, Outcome, Reason
from games.engine.errors import (
    AlreadyOver,
    IllegalMove,
    ImpossiblePosition,
    Occupied,
    OffTheBoard,
    OnClosedBoard,
    Unsupported,
    WrongBoard,
)
from games.engine.mark import Mark
from games.engine.notation import moves_to, play_moves, read_moves, write_moves
from games.engine.presets import BOARDS, Preset, read_variant
from games.engine.rules import Goal
from games.engine.symmetry import canonical, canonical_moves, images, symmetries
from games.engine.variant import CLASSIC, InvalidCellName, InvalidVariant, Variant
