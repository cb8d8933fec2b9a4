"""What the rules refuse; each message is a sentence."""

from __future__ import annotations


class ImpossiblePosition(ValueError):
    pass


class IllegalMove(ValueError):
    pass


class OffTheBoard(IllegalMove):
    pass


class Occupied(IllegalMove):
    pass


class Unsupported(IllegalMove):
    """The cell is not the lowest free one of its column."""


class OnClosedBoard(IllegalMove):
    """The cell is on a small board that takes no more moves."""


class WrongBoard(IllegalMove):
    """The cell is on another small board than the one to which the last move leads."""


class AlreadyOver(IllegalMove):
    pass
