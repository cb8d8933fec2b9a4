from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from games.engine import (
    BOARDS,
    Board,
    IllegalMove,
    InvalidCellName,
    Preset,
    play_moves,
    read_moves,
    write_moves,
)
from games.play import errors
from games.presentation.cells import targets_of
from games.presentation.description import Drawing, describe


class NotOnThisBoard(errors.Refused):
    code = "not_for_this_board"
    message = _("This is not there for that board. Choose another one.")
    http_status = 404


@dataclass(frozen=True, slots=True)
class Position:
    preset: Preset
    moves: tuple[int, ...]
    board: Board

    @classmethod
    def read(
        cls, request: HttpRequest, board_id: str, boards: Container[str], default: str = ""
    ) -> Position:
        """Return the position after the moves of an address or the default ones, on some board.

        :raises NoSuchPosition: if there is none.
        :raises NotOnThisBoard: if the board is none of them.
        """
        if board_id not in boards:
            raise NotOnThisBoard
        preset = BOARDS[board_id]
        try:
            moves = read_moves(request.GET.get("moves", default), preset.variant)
            return cls(preset, moves, play_moves(Board(preset.variant), moves))
        except (InvalidCellName, IllegalMove):
            raise errors.NoSuchPosition from None

    def at(self, ply: int) -> Position:
        moves = self.moves[:ply]
        return Position(self.preset, moves, play_moves(Board(self.preset.variant), moves))

    @property
    def written(self) -> str:
        return write_moves(self.moves, self.preset.variant)

    def drawing(self, notes: dict[int, dict[str, Any]]) -> Drawing:
        targets = enumerate(targets_of(self.board))
        at = {cell: notes[target] for cell, target in targets if target in notes}
        return describe(self.board, self.moves).noted(at)
