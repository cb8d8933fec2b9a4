"""The facts about a game, in the order in which staff ask for them."""

from __future__ import annotations

from django.template.defaultfilters import date
from django.utils.timezone import localtime

from games.engine.clock import CONTROLS
from games.engine.series import LENGTHS
from games.models import Game
from games.people.duels import rules as duels
from games.presentation import board_wording
from games.staff.latest import result

Facts = dict[str, str]


def facts(game: Game) -> Facts:
    told = {
        "Board": board_wording.board(game.variant),
        "Result": _result(game),
        "Moves": str(game.ply),
        "Set up": str(game.start_ply or ""),
        "Hints": str(game.hints or ""),
        "Clock": CONTROLS.get(game.control, game.control) if game.control else "none",
        "Series": _series(game),
        "Watch": "listed" if game.is_public else "",
        "Played": _played(game),
        "Id": game.pk,
    }
    return {label: value for label, value in told.items() if value}


def _result(game: Game) -> str:
    if not game.reason:
        return result(game)
    return f"{result(game)}, {game.get_reason_display().lower()}"


def _series(game: Game) -> str:
    if game.kind == duels.NAME:
        return f"Duel, {game.duel}" if hasattr(game, "duel") else "Duel"
    is_alone = not game.previous_id and not hasattr(game, "next")
    return "" if is_alone else LENGTHS.get(game.best_of, f"Best of {game.best_of}")


def _played(game: Game) -> str:
    began = localtime(game.created_at)
    words = date(began, "j M Y, H:i")
    ended = localtime(game.finished_at) if game.finished_at else began
    if date(ended, "j M Y, H:i") == words:
        return words
    is_same_day = ended.date() == began.date()
    return f"{words}\N{EN DASH}{date(ended, 'H:i' if is_same_day else 'j M Y, H:i')}"
