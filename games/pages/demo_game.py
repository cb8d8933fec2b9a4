"""A game of two levels, which Watch shows while no public game is played."""

from __future__ import annotations

from functools import lru_cache, partial
from random import Random
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from games.ai import levels
from games.ai.choosers import Chooser
from games.ai.computer_players import LEVELS
from games.ai.selfplay import play_game
from games.engine import CLASSIC, Board, Mark, clock
from games.presentation import player_wording
from games.presentation.stepper import LineStep, Stepper, line_of_play
from games.web.forms import requested_ply

PLAYERS = {Mark.X: LEVELS["medium"], Mark.O: LEVELS["hard"]}
GAMES = 100  # different ones, each minute the next
MINUTE = 60


def context(request: HttpRequest) -> dict[str, Any]:
    number = requested_ply(request, GAMES - 1, "game")
    if number is None:
        number = int(clock.now().timestamp()) // MINUTE % GAMES
    steps = _steps(number, get_language())
    shown = requested_ply(request, len(steps) - 1, "step")
    if shown is None:
        shown = len(steps) // 2  # where there is something to see, also without scripts
    return {
        "demo": Stepper("demo", steps, shown, f"?game={number}&step="),
        "demo_sides": [(mark, player_wording.level_name(p.id)) for mark, p in PLAYERS.items()],
    }


@lru_cache(GAMES)
def _steps(number: int, language: str | None) -> list[LineStep]:
    sides: dict[Mark, Chooser] = {
        mark: partial(levels.choose, level) for mark, level in PLAYERS.items()
    }
    game = play_game(sides, Board(CLASSIC), Random(f"demo/{number}"))  # noqa: S311
    return line_of_play(CLASSIC, (), [cell for _, cell in game.moves])
