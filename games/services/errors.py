"""What the services may refuse: a stable code, a sentence for a person and an HTTP status each."""

from __future__ import annotations

import math
from datetime import timedelta


def duration(wait: timedelta) -> str:
    """Return how long to wait in words, rounded up, at least "1 second"."""
    seconds = max(1, math.ceil(wait.total_seconds()))
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"{math.ceil(seconds / size)} {unit}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


class Refused(Exception):
    """The rules of the game or of the site do not allow what was asked for.

    ``code`` is stable and meant for programs, ``message`` is a sentence for a person, and
    ``http_status`` is the status of a page that shows it.
    """

    code = "refused"
    http_status = 409
    message = "That is not possible."

    def __init__(self) -> None:
        super().__init__(self.message)


class NoSuchGame(Refused):
    code = "no_such_game"
    http_status = 404
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


class OpponentLeft(Refused):
    code = "opponent_left"
    message = "The other player has left for good, so there is no rematch."


class CellTaken(Refused):
    code = "cell_taken"
    message = "That cell is already taken. Choose an empty one."


class NotLowest(Refused):
    code = "not_lowest"
    message = "A piece falls to the lowest free cell of its column. Choose that one."


class NoSuchCell(Refused):
    code = "no_such_cell"
    message = "There is no such cell on this board."


class Closed(Refused):
    code = "closed"
    message = "This game is closed. You can start a new one."


class TooEarly(Refused):
    code = "too_early"

    def __init__(self, wait: timedelta) -> None:
        self.message = f"Give your opponent some more time: {duration(wait)}."
        super().__init__()


class NobodyGone(Refused):
    code = "nobody_gone"
    message = "Nobody keeps you waiting in this game."


class NotWaiting(Refused):
    code = "not_waiting"
    message = "Your friend has joined already. You can resign instead."


class StaleMove(Refused):
    code = "stale_move"
    message = "The board has changed since. Look again."


class SeatTaken(Refused):
    code = "seat_taken"
    message = "Someone else has taken this seat. You can watch the game."


class NoUndo(Refused):
    code = "no_undo"
    message = "Nothing is taken back in this game."


class NothingToUndo(Refused):
    code = "nothing_to_undo"
    message = "You have made no move yet that could be taken back."


class UndoDeclined(Refused):
    code = "undo_declined"
    message = "Your opponent has said no. You can ask again after the next move."


class NoUndoRequest(Refused):
    code = "not_asked"
    message = "Nobody asks to take a move back now."


class NoHints(Refused):
    code = "no_hints"
    message = "There are hints against the computer only."


class TooBusy(Refused):
    code = "too_busy"
    message = "Too many games are being thought about just now. Try again in a moment."


class TooManyReactions(Refused):
    code = "too_many_reactions"
    message = "That is enough for now. You can react again after the next move."


class TooMany(Refused):
    """Something was done too often; ``message`` says how long to ``wait``."""

    code = "too_many"
    http_status = 429

    def __init__(self, what: str, wait: timedelta) -> None:
        self.wait = wait
        self.message = f"That is a lot of {what}. Please wait {duration(wait)}."
        super().__init__()


class TooFast(Refused):
    """Messages or connections came faster than anyone plays."""

    code = "too_fast"
    http_status = 429

    def __init__(self, wait: timedelta) -> None:
        self.message = f"That was too fast. Please wait {duration(wait)}."
        super().__init__()


class Flood(TooFast):
    """Messages went on coming although they were refused; a socket is closed for it."""

    def __init__(self) -> None:
        super().__init__(timedelta(seconds=10))


class SignedOut(Refused):
    code = "signed_out"
    message = "Nothing was changed, for you are a visitor here now."


class LinkUsed(Refused):
    code = "link_used"
    http_status = 410
    message = "This link was used already, or is too old. Make a new one on your other device."
