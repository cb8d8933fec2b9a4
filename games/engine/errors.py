"""What the rules refuse; each message is a sentence."""

from __future__ import annotations


class ImpossiblePosition(ValueError):
    """The text does not describe a position that legal play can reach."""


class IllegalMove(ValueError):
    """The rules do not allow this move."""


class OffTheBoard(IllegalMove):
    """The cell is not on the board."""


class Occupied(IllegalMove):
    """The cell already holds a mark."""


class Unsupported(IllegalMove):
    """The cell is not the lowest free one of its column."""


class OnClosedBoard(IllegalMove):
    """The cell is on a small board that takes no more moves."""


class WrongBoard(IllegalMove):
    """The cell is on another small board than the one to which the last move leads."""


class AlreadyOver(IllegalMove):
    """The game has already ended."""
