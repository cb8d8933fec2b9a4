"""What a move does, for sentences about it: it wins, blocks, threatens, forks or is a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.ai.solver import Value, value_of
from games.ai.threats import threats
from games.engine import Board, Mark


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """A move and what it does.

    ``threatens`` holds the cells with which it could win next, ``blocks`` says whether the opponent
    could have won in its place, ``is_forced`` whether no other move was legal, and ``is_mistake``
    whether it loses a game that was not lost.
    """

    mark: Mark
    cell: int
    wins: bool
    draws: bool
    blocks: bool
    is_forced: bool
    is_mistake: bool
    threatens: tuple[int, ...]

    @property
    def forks(self) -> bool:
        return len(self.threatens) > 1


@lru_cache(maxsize=4096)
def move_effect(board: Board, cell: int) -> MoveEffect:
    """Return what a move does on a board that the solver can solve at once.

    >>> move_effect(Board.parse("XO./.X./..O"), 6).threatens
    (2, 3)
    """
    mark, child = board.turn, board.play(cell)
    outcome, playable = child.outcome(), child.legal_moves()
    return MoveEffect(
        mark,
        cell,
        wins=outcome is not None and outcome.winner is mark,
        draws=outcome is not None and outcome.winner is None,
        blocks=cell in threats(board, mark.opponent),
        is_forced=len(board.legal_moves()) == 1,
        is_mistake=_loses(child) and value_of(board).value is not Value.LOSS,
        threatens=tuple(c for c in threats(child, mark) if c in playable),
    )


def _loses(child: Board) -> bool:
    """Say whether the side that has just moved loses."""
    return value_of(child).value is Value.WIN
