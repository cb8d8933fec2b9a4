"""Games as files to download."""

from __future__ import annotations

from django.utils import timezone

from games.engine import GameFile, Mark
from games.engine.game_file import DRAWN, UNDECIDED, WON
from games.models import Game


def game_file(game: Game) -> GameFile:
    """Return a game as a file.

    Programs read the file, so the computer's name and the like are English in every language.
    """
    tags = {
        "X": _name(game, Mark.X),
        "O": _name(game, Mark.O),
        "Date": timezone.localdate(game.created_at).isoformat(),
        "Result": _result(game),
        "Ending": game.reason,
        "SetUp": str(game.start_ply) if game.start_ply else "",
    }
    known = {name: value for name, value in tags.items() if value}
    return GameFile(game.variant, tuple(game.record), known)


def _name(game: Game, mark: Mark) -> str:
    return game.seat_name(mark) if game.seat(mark) else ""


def _result(game: Game) -> str:
    if game.status != Game.Status.FINISHED:
        return UNDECIDED
    return WON[Mark(game.winner)] if game.winner else DRAWN
