"""What the services may refuse, each with a stable code and a sentence for a person."""

from __future__ import annotations

import math
from datetime import timedelta


class Refused(Exception):
    """The game does not allow this; ``code`` is stable, ``message`` is for a person."""

    code = "refused"
    message = "That is not possible."

    def __init__(self) -> None:
        super().__init__(self.message)


class NoSuchGame(Refused):
    code = "no_such_game"
    message = "There is no such game. Its link may be cut off, or it was removed."


class NotYourGame(Refused):
    code = "not_your_game"
    message = "You are watching this game. Only its two players can do that."


class NotYourTurn(Refused):
    code = "not_your_turn"
    message = "It is not your turn yet."


class NotStarted(Refused):
    code = "not_started"
    message = "The game begins when your friend has joined."


class GameOver(Refused):
    code = "game_over"
    message = "This game is over."


class NotOver(Refused):
    code = "not_over"
    message = "You can have a rematch when this game is over."


class CellTaken(Refused):
    code = "cell_taken"
    message = "That cell is already taken. Choose an empty one."


class NoSuchCell(Refused):
    code = "no_such_cell"
    message = "There is no such cell on this board."


class Closed(Refused):
    code = "closed"
    message = "This game is closed. You can start a new one."


class TooEarly(Refused):
    code = "too_early"

    def __init__(self, wait: timedelta) -> None:
        seconds = math.ceil(wait.total_seconds())
        self.message = f"Give your opponent some more time: {seconds} seconds."
        super().__init__()


class NobodyGone(Refused):
    code = "nobody_gone"
    message = "Nobody keeps you waiting in this game."


class NotWaiting(Refused):
    code = "not_waiting"
    message = "Your friend has joined already. You can resign instead."


class StaleMove(Refused):
    code = "stale_move"
    message = "The board has changed since. Look again and choose a cell."


class SeatTaken(Refused):
    code = "seat_taken"
    message = "Someone else has taken this seat. You can watch the game."
