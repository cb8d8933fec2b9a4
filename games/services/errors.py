"""What the services may refuse: a stable code, a sentence for a person and an HTTP status each."""

from __future__ import annotations

import math
from datetime import timedelta

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _


def duration(wait: timedelta) -> str:
    """Return how long to wait in words, rounded up, at least "1 second"."""
    seconds = max(1, math.ceil(wait.total_seconds()))
    if seconds >= 2 * 3600:
        count = math.ceil(seconds / 3600)
        return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}
    if seconds >= 2 * 60:
        count = math.ceil(seconds / 60)
        return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
    return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}


class Refused(Exception):
    """The rules of the game or of the site do not allow what was asked for.

    ``code`` is stable and meant for programs, ``message`` is a sentence for a person, and
    ``http_status`` is the status of a page that shows it. The sentence of a class is English, that
    of an instance is in the language of whoever is refused.
    """

    code = "refused"
    http_status = 409
    message = _("That is not possible.")

    def __init__(self, message: str = "") -> None:
        self.message = message or gettext(self.message)
        super().__init__(self.message)


class NoSuchGame(Refused):
    code = "no_such_game"
    http_status = 404
    message = _("There is no such game. Its link may be cut off, or it was removed.")


class NoSuchPuzzle(Refused):
    code = "no_such_puzzle"
    http_status = 404
    message = _("There is no such puzzle. Its link may be cut off.")


class NoPuzzleLeft(Refused):
    code = "no_puzzle_left"
    message = _("You have done all of these. Choose another board, or how hard.")


class NotYourGame(Refused):
    code = "not_your_game"
    message = _("You are watching this game. Only its two players can do that.")


class NotYourTurn(Refused):
    code = "not_your_turn"
    message = _("It is not your turn yet.")


class NotStarted(Refused):
    code = "not_started"
    message = _("The game begins when your friend has joined.")


class GameOver(Refused):
    code = "game_over"
    message = _("This game is over.")


class NotOver(Refused):
    code = "not_over"
    message = _("You can have a rematch when this game is over.")


class NotFinished(Refused):
    code = "not_finished"
    message = _("This game is not over yet. When it is, you can look back at every move.")


class NoMoves(Refused):
    code = "no_moves"
    message = _("Nobody has made a move in this game. There is nothing to look back at.")


class PrivateGame(Refused):
    code = "private_game"
    http_status = 403
    message = _("This game is private. Only its two players can look back at it.")


class OpponentLeft(Refused):
    code = "opponent_left"
    message = _("The other player has left for good, so there is no rematch.")


class CellTaken(Refused):
    code = "cell_taken"
    message = _("That cell is already taken. Choose an empty one.")


class NotLowest(Refused):
    code = "not_lowest"
    message = _("A piece falls to the lowest free cell of its column. Choose that one.")


class NoSuchCell(Refused):
    code = "no_such_cell"
    message = _("There is no such cell on this board.")


class WrongOpening(Refused):
    code = "wrong_opening"
    http_status = 400
    message = _("Nobody can make these moves on this board. Start from the empty board.")


class FinishedOpening(Refused):
    code = "finished_opening"
    http_status = 400
    message = _("The game is over in this position. Start from an earlier one.")


class Closed(Refused):
    code = "closed"
    message = _("This game is closed. You can start a new one.")


class TooEarly(Refused):
    code = "too_early"

    def __init__(self, wait: timedelta) -> None:
        sentence = gettext("Give your opponent some more time: %(wait)s.")
        super().__init__(sentence % {"wait": duration(wait)})


class NobodyGone(Refused):
    code = "nobody_gone"
    message = _("Nobody keeps you waiting in this game.")


class NotWaiting(Refused):
    code = "not_waiting"
    message = _("Your friend has joined already. You can resign instead.")


class StaleMove(Refused):
    code = "stale_move"
    message = _("The board has changed since. Look again.")


class SeatTaken(Refused):
    code = "seat_taken"
    message = _("Someone else has taken this seat. You can watch the game.")


class NoUndo(Refused):
    code = "no_undo"
    message = _("Nothing is taken back in this game.")


class NothingToUndo(Refused):
    code = "nothing_to_undo"
    message = _("You have made no move yet that could be taken back.")


class UndoDeclined(Refused):
    code = "undo_declined"
    message = _("You can ask to take back again after the next move.")


class NoUndoRequest(Refused):
    code = "not_asked"
    message = _("Nobody asks to take a move back now.")


class NoHints(Refused):
    code = "no_hints"
    message = _("There are hints against the computer only.")


class NoSuchPosition(Refused):
    code = "no_such_position"
    http_status = 400
    message = _("No game leads to that position. Begin with the empty board.")


class NoExhibition(Refused):
    code = "no_exhibition"
    message = _("That is for games only in which the computer plays itself.")


class NotYourExhibition(Refused):
    code = "not_your_exhibition"
    message = _("You are watching this game. Only who started it can do that.")


class NotPaused(Refused):
    code = "not_paused"
    message = _("Pause the game first, then step through it.")


class NotDue(Refused):
    """It is not time yet for the computer's move in an exhibition; no person makes such a move."""

    code = "not_due"
    message = _("The next move comes a little later.")


class NotOnThisBoard(Refused):
    code = "not_on_this_board"
    message = _("Menace plays on Classic only. Choose that board, or another player.")


class TooBusy(Refused):
    code = "too_busy"
    message = _("Too many games are being thought about just now. Try again in a moment.")


class NoSuchSearch(Refused):
    code = "no_such_search"
    http_status = 400
    message = _("There is no such search. Its link may be cut off.")


class NotInTree(Refused):
    code = "not_in_tree"
    http_status = 404
    message = _("The search did not come here, or this part of its tree is not kept.")


class TooManyReactions(Refused):
    code = "too_many_reactions"
    message = _("That is enough for now. You can react again after the next move.")


class TooMany(Refused):
    """Something was done too often; ``message`` says how long to ``wait``."""

    code = "too_many"
    http_status = 429

    def __init__(self, what: str, wait: timedelta) -> None:
        self.wait = wait
        sentence = gettext("That is a lot of %(what)s. Please wait %(wait)s.")
        super().__init__(sentence % {"what": gettext(what), "wait": duration(wait)})


class TooFast(Refused):
    """Messages or connections came faster than anyone plays."""

    code = "too_fast"
    http_status = 429

    def __init__(self, wait: timedelta) -> None:
        sentence = gettext("That was too fast. Please wait %(wait)s.")
        super().__init__(sentence % {"wait": duration(wait)})


class Flood(TooFast):
    """Messages went on coming although they were refused; a socket is closed for it."""

    def __init__(self) -> None:
        super().__init__(timedelta(seconds=10))


class NotSaved(Refused):
    """The database is away, locked or full; it is not known whether anything was stored."""

    code = "not_saved"
    http_status = 503
    message = _("That could not be saved just now. Please try again in a moment.")


class StillPlayed(Refused):
    code = "still_played"
    message = _("Somebody still plays this game.")


class NameHidden(Refused):
    code = "name_hidden"
    message = _("That name was hidden here, so nobody can take it. Choose another one.")


class NameChanged(Refused):
    code = "name_changed"
    message = _("This person has another name now. Look again.")


class SignedOut(Refused):
    code = "signed_out"
    message = _("Nothing was changed, for you are a visitor here now.")


class LinkUsed(Refused):
    code = "link_used"
    http_status = 410
    message = _("This link was used already, or is too old. Make a new one on your other device.")
