from __future__ import annotations

from collections.abc import Sequence

from games.engine import Board, IllegalMove, InvalidCellName, Variant, play_moves, read_moves
from games.models import Game
from games.play.base import ending_by_rules
from games.play.errors import FinishedOpening, WrongOpening

LONGEST_NAME = len("-o15")  # of a cell, with the hyphen before it


def read_opening(text: str, variant: Variant) -> tuple[int, ...]:
    if len(text) > LONGEST_NAME * variant.size:
        raise WrongOpening
    try:
        opening = read_moves(text, variant)
    except InvalidCellName:
        raise WrongOpening from None
    _position_after(opening, variant)
    return opening


def set_up(game: Game, opening: Sequence[int]) -> None:
    game.board, game.record = _position_after(opening, game.variant), list(opening)
    game.start_ply = game.ply


def _position_after(opening: Sequence[int], variant: Variant) -> Board:
    try:
        board = play_moves(Board(variant), opening)
    except IllegalMove:
        raise WrongOpening from None
    if ending_by_rules(board):
        raise FinishedOpening
    return board
