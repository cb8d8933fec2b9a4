from __future__ import annotations

import math
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _


def duration(wait: timedelta) -> str:
    seconds = max(1, math.ceil(wait.total_seconds()))
    if seconds >= 2 * 3600:
        count = math.ceil(seconds / 3600)
        return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}
    if seconds >= 2 * 60:
        count = math.ceil(seconds / 60)
        return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


class Link(NamedTuple):
    address: str
    words: str


class Refused(Exception):
    # ``code`` is stable and meant for programs, ``message`` is a sentence for a person, and
    # ``http_status`` is the status of a page that shows it, with the ``link`` if there is one. The
    # sentence of a class is English, that of an instance is in the active language.
    code = "refused"
    http_status = 409
    message = _("That is not possible.")
    link: Link | None = None

    def __init__(self, message: str = "") -> None:
        self.message = message or gettext(self.message)
        super().__init__(self.message)


class LockedOut(Exception):
    """The visitor may see nothing but the page that says so."""


def refusal(code: str, message: str, http_status: int = 409) -> type[Refused]:
    name = code.title().replace("_", "")
    fields = {"code": code, "message": message, "http_status": http_status, "__module__": __name__}
    return type(name, (Refused,), fields)


NoSuchGame = refusal(
    "no_such_game", _("There is no such game. Its link may be cut off, or it was removed."), 404
)
NoSuchPuzzle = refusal(
    "no_such_puzzle", _("There is no such puzzle. Its link may be cut off."), 404
)
NoPuzzleLeft = refusal(
    "no_puzzle_left", _("You have done all of these. Choose another theme or board.")
)
NotYourGame = refusal(
    "not_your_game", _("You are watching this game. Only its two players can do that.")
)
NotInvited = refusal("not_invited", _("You cannot join this game, but you can watch it."), 403)
NotYourTurn = refusal("not_your_turn", _("It is not your turn yet."))
NotStarted = refusal("not_started", _("The game has not begun yet."))
GameOver = refusal("game_over", _("This game is over."))
NotOver = refusal("not_over", _("You can have a rematch when this game is over."))
NotFinished = refusal(
    "not_finished", _("This game is not over yet. When it is, you can look back at every move.")
)
NoMoves = refusal(
    "no_moves", _("Nobody has made a move in this game. There is nothing to look back at.")
)
AlwaysPublic = refusal("always_public", _("Games with strangers are always under Watch."))
CannotAsk = refusal("cannot_ask", _("This person cannot be asked to play with you."), 403)
NoRematch = refusal("no_rematch", _("There is no rematch after this game."))
OpponentLeft = refusal(
    "opponent_left", _("The other player has left for good, so there is no rematch.")
)
CellTaken = refusal("cell_taken", _("That place is taken. Choose a free one."))
NotLowest = refusal(
    "not_lowest", _("A piece falls to the lowest free square of its column. Choose that one.")
)
BoardClosed = refusal(
    "board_closed", _("That small board takes no more moves. Choose one that is open.")
)
WrongBoard = refusal(
    "wrong_board", _("The last move leads to another small board. Play in that one.")
)
NoSuchCell = refusal("no_such_cell", _("There is no such place on this board."))
WrongOpening = refusal(
    "wrong_opening",
    _("Nobody can make these moves on this board. Start from the empty board."),
    400,
)
FinishedOpening = refusal(
    "finished_opening", _("The game is over in this position. Start from an earlier one."), 400
)
Closed = refusal("closed", _("This game is closed. You can start a new one."))
NobodyGone = refusal("nobody_gone", _("Nobody keeps you waiting in this game."))
NotWaiting = refusal("not_waiting", _("Somebody has joined already. You can resign instead."))
StaleMove = refusal("stale_move", _("The board has changed since. Look again."))
SeatTaken = refusal("seat_taken", _("Someone else has taken this seat. You can watch the game."))
NoUndo = refusal("no_undo", _("Nothing is taken back in this game."))
NothingToUndo = refusal("nothing_to_undo", _("You have made no move yet that could be taken back."))
UndoDeclined = refusal("undo_declined", _("You can ask to take back again after the next move."))
NotAsked = refusal("not_asked", _("Nobody asks to take a move back now."))
NoDraw = refusal("no_draw", _("A draw is offered to another person only."))
DrawDeclined = refusal("draw_declined", _("You can offer a draw again after the next move."))
NotOffered = refusal("not_offered", _("Nobody offers a draw now."))
NoHints = refusal("no_hints", _("There are hints against the computer only."))
NoSuchPosition = refusal(
    "no_such_position", _("No game leads to that position. Begin with the empty board."), 400
)
NotOnThisBoard = refusal(
    "not_on_this_board",
    _("That player does not play on this board. Choose another player, or another board."),
)
TooBusy = refusal(
    "too_busy", _("Too many games are being thought about just now. Try again in a moment.")
)
NoSuchSearch = refusal(
    "no_such_search", _("There is no such search. Its link may be cut off."), 400
)
# The database is away, locked or full; it is not known whether anything was stored.
NotSaved = refusal(
    "not_saved", _("That could not be saved just now. Please try again in a moment."), 503
)
StillPlayed = refusal("still_played", _("Somebody still plays this game."))
NameHidden = refusal(
    "name_hidden", _("That name was hidden here, so nobody can take it. Choose another one.")
)
NameTaken = refusal(
    "name_taken", _("That name, or one that looks like it, belongs to an account. Choose another.")
)
NoSuchLook = refusal("no_such_look", _("There is no such face or ink."), 400)
NameChanged = refusal("name_changed", _("This person has another name now. Look again."))
SignedOut = refusal("signed_out", _("Nothing was changed, for you are a visitor here now."))
LinkUsed = refusal(
    "link_used",
    _("This link was used already, or is too old. Make a new one on your other device."),
    410,
)


class RateLimited(Refused):
    # The ``sentence`` has places for ``wait`` and for the ``names``.
    code = "too_many"
    http_status = 429
    is_flood = False  # so that its socket is closed

    def __init__(self, sentence: str, retry_after: timedelta, code: str = code, **names: str):
        self.retry_after, self.code = retry_after, code
        super().__init__(sentence % {"wait": duration(retry_after), **names})
