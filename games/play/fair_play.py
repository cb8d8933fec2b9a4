"""Whether the computer may help with a position: asked before all that it searches for visitors."""

from __future__ import annotations

from games.engine import Board
from games.play.signals import help_asked


def require_help_allowed(*boards: Board, plies: int = 0) -> None:
    """Make sure that nobody would be helped in another game in which that is not allowed.

    :param boards: a position, or those of a game in their order
    :param plies: how many plies beyond them the answer tells about as well
    :raises Refused: if somebody would
    """
    help_asked.send(Board, boards=boards, plies=plies)
